import RefreshSockets
import RefreshStore
import RefreshWire

extension Routes {
  /// `GET /feeds/{feed}/rows`: the newest rows, or a page of rows after a position, a sequence number, or from the floor.
  func read(_ feed: Feed, _ exchange: HTTPExchange) {
    if exchange.query("tail") != nil { return readNewest(feed, exchange) }
    guard let limit = exchange.number("limit", default: 200, in: 1...1_000) else { return }
    let after = exchange.query("after")
    if after != nil, exchange.query("after_seq") != nil {
      return exchange.fail(400, .badField, "after and after_seq exclude each other")
    }
    if let after {
      feed.position(after) { result in
        switch result {
        case .success(let sequence): self.page(feed, after: sequence, limit, exchange)
        case .failure(.reset(let reason)): self.gone(reason, exchange)
        case .failure(.unknown(let error)): exchange.fail(error)
        }
      }
      return
    }
    let floor = feed.rows.floor
    guard let sequence = exchange.number("after_seq", default: floor - 1, in: 0...Int.max) else { return }
    if sequence > feed.rows.head { return gone(.ahead, exchange) }
    if sequence < floor - 1 { return gone(.pruned, exchange) }
    page(feed, after: sequence, limit, exchange)
  }

  private func readNewest(_ feed: Feed, _ exchange: HTTPExchange) {
    for other in ["after", "after_seq", "limit"] where exchange.query(other) != nil {
      return exchange.fail(400, .badField, "tail and \(other) exclude each other")
    }
    guard let count = exchange.number("tail", default: 0, in: WireBounds.tail) else { return }
    exchange.json(200, feed.newest(count))
  }

  private func gone(_ reason: ResetReason, _ exchange: HTTPExchange) {
    exchange.fail(
      410, ErrorCode(rawValue: reason.rawValue),
      "these rows cannot be continued from there (\(reason.rawValue)): clear the list and begin without after"
    )
  }

  private func page(_ feed: Feed, after sequence: Int, _ limit: Int, _ exchange: HTTPExchange) {
    feed.read(after: sequence, limit: limit) { result in
      switch result {
      case .success(let page): exchange.json(200, page)
      case .failure(let error): exchange.fail(error)
      }
    }
  }

  /// `POST /feeds/{feed}/rows`: appends, and answers when the rows are durable.
  func append(to feed: Feed, _ exchange: HTTPExchange) {
    guard server.isReady else {
      return exchange.fail(
        503, .draining, "the server is stopping; send the rows again soon",
        headers: [HTTPHeader("Retry-After", "2")])
    }
    let key = exchange.header("idempotency-key")
    if let key, !WireBounds.key.contains(key.utf8.count) {
      return exchange.fail(400, .badField, "Idempotency-Key has 1 to 64 bytes")
    }
    let texts: [String]
    do {
      texts = try rows(exchange)
    } catch {
      let status =
        error.code == .rowTooLong || error.code == .tooManyRows
        ? 413 : error.code == .unsupportedType ? 415 : 400
      return exchange.json(status, error)
    }
    guard !texts.isEmpty else { return exchange.fail(400, .badField, "the body holds no row") }
    feed.append(texts, key: key, request: exchange.id) { result in
      switch result {
      case .success(let (body, isRepeat)):
        exchange.json(
          201, body, headers: isRepeat ? [HTTPHeader("Idempotent-Replayed", "true")] : [])
      case .failure(let error): exchange.fail(error)
      }
    }
  }

  private func rows(_ exchange: HTTPExchange) throws(ErrorBody) -> [String] {
    if let coding = exchange.header("content-encoding"), coding.lowercased() != "identity" {
      throw ErrorBody(code: .unsupportedType, message: "rows come as they are, without a Content-Encoding")
    }
    let type = exchange.contentType
    let tunables = server.house.tunables
    // withUnsafeBytes does not carry typed errors.
    let result = exchange.body.withUnsafeBytes { body -> Result<[String], ErrorBody> in
      do throws(ErrorBody) {
        switch type {
        case "application/json":
          return .success(
            try AppendBody.decode(json: body, limit: tunables.appendRows, rowBytes: tunables.rowBytes))
        case nil, "text/plain":
          return .success(
            try AppendBody.decode(text: body, limit: tunables.appendRows, rowBytes: tunables.rowBytes))
        default:
          throw ErrorBody(
            code: .unsupportedType, message: "rows come as text/plain, a row a line, or as application/json")
        }
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
