import RefreshSockets

/// How a request is found again.
extension Server {
  /// Gives a request its id: the one that it comes with, or a new one.
  func identify(_ exchange: HTTPExchange) {
    if let given = RequestID.given(exchange.header(RequestID.header)) {
      exchange.id = given
      exchange.commonHeaders.append(HTTPHeader(RequestID.header, given))
    } else {
      exchange.id = RequestID.make()
    }
    if house.log.tells(.debug) { tellAnswer(exchange) }
  }

  /// Tells in the log how a request was answered; its query is nobody else's business.
  private func tellAnswer(_ exchange: HTTPExchange) {
    let (begin, log) = (Metrics.now, house.log)
    let (method, path, id, address) = (exchange.method, exchange.path, exchange.id, exchange.remoteAddress)
    exchange.onAnswer = { status in
      let took = (Metrics.seconds(since: begin) * 10_000).rounded() / 10
      log.debug(
        "\(method) \(path) from \(address): \(status) after \(took) ms, request \(id)",
        LogSubject(request: id))
    }
  }
}
