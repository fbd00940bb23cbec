import RefreshSockets

/// Who may ask, as far as a browser can tell.
extension Routes {
  /// Refuses requests to names that are not the server's and writes of pages that are not let in, answers the question
  /// whether a page may write, and marks what a page from elsewhere may read.
  /// - Returns: whether the request is still to be answered.
  func admits(_ exchange: HTTPExchange) -> Bool {
    let host = exchange.header("host")
    if let refusal = server.access.refusal(host: host) {
      refuse(exchange, refusal)
      return false
    }
    let isRead = exchange.method == "GET" || exchange.method == "HEAD"
    let isShared = exchange.path == "/feeds" || exchange.path.hasPrefix("/feeds/")
    if isShared { exchange.commonHeaders.append(HTTPHeader("Vary", "Origin")) }
    guard let origin = exchange.header("origin") else { return true }
    if !isRead, let refusal = server.access.refusal(origin: origin, host: host) {
      refuse(exchange, refusal)
      return false
    }
    guard isShared, server.access.allows(origin, host: host.flatMap(Authority.init)) else { return true }
    exchange.commonHeaders.append(HTTPHeader("Access-Control-Allow-Origin", origin))
    guard exchange.method == "OPTIONS" else {
      exchange.commonHeaders.append(Self.readable)
      return true
    }
    exchange.respond(status: 204, headers: Self.permission)
    return false
  }

  /// What a browser would keep from a page from elsewhere otherwise.
  private static let readable = HTTPHeader(
    "Access-Control-Expose-Headers", "Idempotent-Replayed, Retry-After, WWW-Authenticate, \(RequestID.header)"
  )

  private static let permission = [
    HTTPHeader("Access-Control-Allow-Methods", "GET, HEAD, POST, DELETE"),
    HTTPHeader("Access-Control-Allow-Headers", "Content-Type, Idempotency-Key, Authorization, Last-Event-ID"),
    HTTPHeader("Access-Control-Max-Age", "600"),
  ]

  private func refuse(_ exchange: HTTPExchange, _ refusal: PageAccess.Refusal) {
    server.tell(refusal)
    exchange.json(refusal.status, refusal.body)
  }
}
