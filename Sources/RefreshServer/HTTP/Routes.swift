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
    switch path.first {
    case "feeds": answerFeeds(exchange, Array(path.dropFirst()))
    case "sign-in" where path.count == 1:
      only(["POST", "DELETE"], exchange) { exchange.method == "POST" ? signIn(exchange) : signOut(exchange) }
    case "sign-out" where path.count == 1: only(["POST"], exchange) { signOut(exchange) }
    case "healthz" where path.count == 1:
      only(["GET", "HEAD"], exchange) { exchange.text(200, "alive\n") }
    case "readyz" where path.count == 1:
      only(["GET", "HEAD"], exchange) {
        server.isReady ? exchange.text(200, "ready\n") : exchange.text(503, "draining\n")
      }
    case "live" where path.count == 1:
      exchange.fail(
        426, .upgradeRequired, "this is the WebSocket's address: connect to it with ws:// or wss://",
        headers: [HTTPHeader("Upgrade", "websocket")])
    default:
      only(["GET", "HEAD"], exchange) { files.respond(to: exchange) }
    }
  }

  private func answerFeeds(_ exchange: HTTPExchange, _ rest: [String]) {
    guard let grant = grant(exchange) else { return }
    guard let name = rest.first else {
      return only(["GET", "HEAD"], exchange) { listFeeds(grant, exchange) }
    }
    // A name that a token is not for is refused whether there is such a feed or not.
    if let name = FeedName(name), grant.rights(on: name).isEmpty {
      return refuse(exchange, grant.refusal(.view, on: name))
    }
    guard let feed = FeedName(name).flatMap({ server.feeds[$0] }) else {
      return exchange.fail(404, .unknownFeed, "there is no such feed; GET /feeds lists those there are")
    }
    let may = { (right: Rights, answer: () -> Void) in
      if let refusal = grant.refusal(right, on: feed.name) { return self.refuse(exchange, refusal) }
      answer()
    }
    switch rest.dropFirst().joined(separator: "/") {
    case "" where rest.count == 1:
      only(["GET", "HEAD"], exchange) { may(.view) { describe(feed, exchange) } }
    case "rows":
      only(["GET", "HEAD", "POST"], exchange) {
        if exchange.method == "POST" {
          may(.append) { append(to: feed, exchange) }
        } else {
          may(.view) { read(feed, exchange) }
        }
      }
    case "refresh": only(["POST"], exchange) { may(.pull) { refresh(feed, exchange) } }
    case "run": only(["DELETE"], exchange) { may(.pull) { cancelRun(of: feed, exchange) } }
    case "runs": only(["GET", "HEAD"], exchange) { may(.view) { listRuns(of: feed, exchange) } }
    default:
      exchange.fail(404, .notFound, "a feed has rows, refresh, run and runs; there is nothing else below it")
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
          FeedSummary(feed: $0.name, title: $0.title, head: $0.rows.head, phase: $0.state.phase)
        }))
  }

  private func describe(_ feed: Feed, _ exchange: HTTPExchange) {
    exchange.json(
      200,
      FeedBody(
        feed: feed.name, title: feed.title, order: feed.settings.order, head: feed.rows.head,
        floor: feed.rows.floor, pos: feed.rows.headPosition().text, policy: feed.settings.policy,
        state: feed.state))
  }
}
