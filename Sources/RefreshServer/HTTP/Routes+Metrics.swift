import RefreshSockets
import RefreshWire

extension Routes {
  /// `GET /metrics`: figures for Prometheus, for whoever may do everything.
  func tellMetrics(_ exchange: HTTPExchange) {
    guard let grant = admission(exchange)?.grant else { return }
    guard grant.isAdmin else {
      return exchange.fail(
        403, .forbidden, "this token does not allow that: the role \(Role.admin.rawValue) does")
    }
    exchange.respond(
      status: 200,
      headers: [
        HTTPHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8"),
        HTTPHeader("Cache-Control", "no-store"),
      ], body: Array(server.metricsText(for: grant).utf8))
  }
}
