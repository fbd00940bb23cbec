import RefreshSockets
import RefreshWire

/// Finds what a request asks for, by method and path.
final class Routes {
  unowned let server: Server
  let files: StaticFiles

  init(server: Server, files: StaticFiles) {
    self.server = server
    self.files = files
  }

  func answer(_ exchange: HTTPExchange) {
    guard admits(exchange) else { return }
    let path = exchange.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(
      String.init)
    guard let route = Route(rawValue: path.first ?? ""), route == .feeds || path.count == 1 else {
      return only(["GET", "HEAD"], exchange) { files.respond(to: exchange) }
    }
    if RequestID.given(exchange.header(RequestID.header)) == nil {
      exchange.commonHeaders.append(HTTPHeader(RequestID.header, exchange.id))
    }
    if route == .feeds { return answerFeeds(exchange, Array(path.dropFirst())) }
    only(route.methods, exchange) {
      switch route {
      case .feeds: break
      case .signIn: exchange.method == "POST" ? signIn(exchange) : signOut(exchange)
      case .signOut: signOut(exchange)
      case .health: exchange.text(200, "alive\n")
      case .readiness: server.isReady ? exchange.text(200, "ready\n") : exchange.text(503, "draining\n")
      case .metrics: tellMetrics(exchange)
      case .live:
        exchange.fail(
          426, .upgradeRequired, "this is the WebSocket's address: connect to it with ws:// or wss://",
          headers: [HTTPHeader("Upgrade", "websocket")])
      }
    }
  }

  private func answerFeeds(_ exchange: HTTPExchange, _ rest: [String]) {
    guard let admission = admission(exchange) else { return }
    let grant = admission.grant
    guard let name = rest.first else {
      return only(Route.feeds.methods, exchange) { listFeeds(grant, exchange) }
    }
    // A name that a token is not for is refused whether there is such a feed or not.
    if let name = FeedName(name), grant.rights(on: name).isEmpty {
      return refuse(exchange, grant.refusal(.view, on: name))
    }
    guard let feed = FeedName(name).flatMap({ server.feeds[$0] }) else {
      return exchange.fail(404, .unknownFeed, "there is no such feed; GET /feeds lists those there are")
    }
    let below = rest.dropFirst().joined(separator: "/")
    guard let part = FeedRoute(rawValue: below), rest.count == (part == .feed ? 1 : 2) else {
      let parts = FeedRoute.allCases.dropFirst().map(\.rawValue).joined(separator: ", ")
      return exchange.fail(404, .notFound, "a feed has \(parts); there is nothing else below it")
    }
    only(part.methods, exchange) {
      if let refusal = grant.refusal(part.right(exchange.method), on: feed.name) {
        return refuse(exchange, refusal)
      }
      switch part {
      case .feed: describe(feed, exchange)
      case .rows: exchange.method == "POST" ? append(to: feed, exchange) : read(feed, exchange)
      case .events: follow(feed, admission, exchange)
      case .refresh: refresh(feed, exchange)
      case .run: cancelRun(of: feed, exchange)
      case .runs: listRuns(of: feed, exchange)
      }
    }
  }

  private func only(_ methods: [String], _ exchange: HTTPExchange, _ answer: () -> Void) {
    if methods.contains(exchange.method) { return answer() }
    let allowed = methods.joined(separator: ", ")
    exchange.fail(
      405, .methodNotAllowed, "\(exchange.method) is not possible here; \(allowed) is",
      headers: [HTTPHeader("Allow", allowed)])
  }

  private func listFeeds(_ grant: Grant, _ exchange: HTTPExchange) {
    let feeds = server.feedList.filter { grant.rights(on: $0.name).contains(.view) }
    exchange.json(
      200,
      FeedsBody(
        feeds: feeds.map {
          FeedSummary(
            feed: $0.name, title: $0.title, head: $0.rows.head, phase: $0.state.phase,
            nextRefresh: $0.nextRefresh)
        }))
  }

  private func describe(_ feed: Feed, _ exchange: HTTPExchange) {
    exchange.json(
      200,
      FeedBody(
        feed: feed.name, title: feed.title, order: feed.settings.order,
        runOrder: feed.settings.runOrder, head: feed.rows.head, floor: feed.rows.floor,
        pos: feed.rows.headPosition().text, policy: feed.settings.policy, state: feed.state,
        nextRefresh: feed.nextRefresh))
  }
}
