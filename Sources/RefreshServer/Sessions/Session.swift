import RefreshEngine
import RefreshSockets
import RefreshWire

/// One WebSocket connection: what it said, in order, and what it is subscribed to.
final class Session {
  let peer: Peer
  let client: ClientID
  /// By what it was let in.
  let admission: Admission
  let server: Server
  var subscribers: [FeedName: Subscriber] = [:]
  /// The number of the connection's last pointer message.
  private var lastN: Int?
  /// The account of gestures and refreshes; see ``RateLimit``.
  private var pullsPaid = RateLimit.fresh
  private(set) var isOpen = true
  /// Since when the connection has had no subscription.
  var idleSince: Milliseconds?
  private(set) var nextHeartbeat: Milliseconds
  /// How often this client was promised a heartbeat.
  private let heartbeatInterval: Milliseconds

  init(_ peer: Peer, client: ClientID, server: Server, admission: Admission) {
    self.peer = peer
    self.client = client
    self.admission = admission
    self.server = server
    let tunables = server.house.tunables
    let now = server.house.loop.now
    idleSince = now
    heartbeatInterval = tunables.heartbeat
    nextHeartbeat = now + heartbeatInterval
    send(
      HelloMessage(
        server: "refreshd \(Version.text)", client: client, now: server.house.wall,
        heartbeat: heartbeatInterval, maxMessage: tunables.maxMessage))
  }

  // MARK: The connection

  func received(_ text: UnsafeRawBufferPointer) {
    guard isOpen else { return }
    handle(text)
  }

  func closed() {
    isOpen = false
    let ended = subscribers
    subscribers = [:]
    for subscriber in ended.values { subscriber.end() }
  }

  func close(_ code: CloseCode, _ reason: String) {
    guard isOpen else { return }
    peer.close(code: code.rawValue, reason: reason)
    closed()
  }

  func send(_ message: some JSONEncodable) {
    peer.send(Frame(message))
  }

  /// Nothing of what the client did could be heard for so long: a subscription may be waiting in its socket.
  func stoodStill(for pause: Milliseconds) {
    if let since = idleSince { idleSince = since + pause }
  }

  func heartbeat(at now: Milliseconds) {
    nextHeartbeat = now + heartbeatInterval
    let heads = subscribers.map { FeedHead(feed: $0.key, head: $0.value.feed.rows.head) }
    peer.setHeartbeat(Frame(HeartbeatMessage(now: server.house.wall, heads: heads)))
  }

  // MARK: Messages

  private func handle(_ text: UnsafeRawBufferPointer) {
    do throws(DecodeError) {
      switch try ClientMessage.decode(text) {
      case .pointer(let pointer): try handle(pointer)
      case .subscribe(let subscribe): try handle(subscribe)
      case .unsubscribe(let feed): unsubscribe(feed)
      case .refresh(let refresh): try handle(refresh)
      case .cancel(let cancel): try handle(cancel)
      case .history(let history): try handle(history)
      case .ping: send(PongMessage(now: server.house.wall))
      }
    } catch {
      switch error {
      case .malformed(let reason): close(.malformed, reason)
      case .error(let message): send(message)
      }
    }
  }

  private func subscriber(_ feed: FeedName, n: Int? = nil, key: String? = nil) throws(DecodeError)
    -> Subscriber
  {
    if let subscriber = subscribers[feed] { return subscriber }
    _ = try known(feed, n: n, key: key)
    throw .error(
      ErrorMessage(
        code: .notSubscribed, message: "subscribe to \(feed.text) first", feed: feed, n: n, key: key))
  }

  /// Refuses what this client's token does not allow.
  func require(_ right: Rights, _ feed: FeedName, n: Int? = nil, key: String? = nil)
    throws(DecodeError)
  {
    guard let refusal = admission.grant.refusal(right, on: feed) else { return }
    throw .error(ErrorMessage(code: refusal.code, message: refusal.message, feed: feed, n: n, key: key))
  }

  func known(_ name: FeedName, n: Int? = nil, key: String? = nil) throws(DecodeError) -> Feed {
    if let feed = server.feeds[name] { return feed }
    throw .error(
      ErrorMessage(
        code: .unknownFeed, message: "there is no feed \(name.text); GET /feeds lists those there are",
        feed: name, n: n, key: key))
  }

  private func handle(_ message: PointerMessage) throws(DecodeError) {
    let subscriber = try subscriber(message.feed, n: message.n)
    if !subscriber.mayPull { try require(.pull, message.feed, n: message.n) }
    if let lastN, message.n <= lastN {
      throw bad("n", "n must grow with each pointer message of a connection; the last was \(lastN)", message)
    }
    if message.sample.phase == .down { try payPull(message.feed, n: message.n) }
    do {
      try subscriber.feed.sample(message.sample, n: message.n, from: client)
    } catch {
      throw bad(error.field, error.message, message)
    }
    lastN = message.n
  }

  /// Refuses what begins a gesture or a refresh if there were too many: besides the work, each refresh may have an
  /// idempotency key, and those of others must not be pushed out.
  private func payPull(_ feed: FeedName, n: Int? = nil, key: String? = nil) throws(DecodeError) {
    let house = server.house
    let limit = house.tunables.pullLimit
    guard !limit.take(from: &pullsPaid, at: house.loop.now) else { return }
    let seconds = (limit.wait(pullsPaid, at: house.loop.now) + 999) / 1_000
    throw .error(
      ErrorMessage(
        code: .limit,
        message:
          "a connection may begin \(Counted.words(house.tunables.pulls, "pull or refresh", "pulls and refreshes")) a minute: try again in \(seconds) s",
        feed: feed, n: n, key: key))
  }

  private func bad(_ field: String, _ words: String, _ message: PointerMessage) -> DecodeError {
    .error(ErrorMessage(code: .badField, message: words, field: field, feed: message.feed, n: message.n))
  }

  private func handle(_ message: RefreshMessage) throws(DecodeError) {
    let subscriber = try subscriber(message.feed, key: message.key)
    if !subscriber.mayPull { try require(.pull, message.feed, key: message.key) }
    let feed = subscriber.feed
    guard let edge = message.edge ?? feed.settings.policy.defaultEdge, feed.settings.policy[edge] != nil
    else {
      throw .error(
        ErrorMessage(
          code: .noPolicy,
          message:
            "the \(message.edge?.rawValue ?? "top") edge of \(feed.name.text) has no policy: it cannot be refreshed there",
          field: message.edge == nil ? nil : "edge", feed: feed.name, key: message.key))
    }
    try payPull(feed.name, key: message.key)
    let author = Author(client: client, name: subscriber.name)
    let answer = feed.refresh(edge: edge, by: author, key: message.key)
    send(ReplyMessage(feed: feed.name, refresh: answer, key: message.key))
  }

  private func handle(_ message: CancelMessage) throws(DecodeError) {
    let subscriber = try subscriber(message.feed)
    if !subscriber.mayPull { try require(.pull, message.feed) }
    let feed = subscriber.feed
    let answer = feed.cancel(run: message.run)
    send(ReplyMessage(feed: feed.name, cancel: answer, run: message.run))
  }

  private func handle(_ message: HistoryRequest) throws(DecodeError) {
    let feed = try subscriber(message.feed).feed
    peer.beginWork()
    feed.history(before: message.before, limit: message.limit) { [self] result in
      defer { peer.endWork() }
      guard isOpen else { return }
      switch result {
      case .success(let page):
        feed.rows.readTrouble.isOver()
        send(page)
      case .failure(let error):
        // That many read at once is no fault.
        if error.code != .busy, feed.rows.readTrouble.shows(error.message) {
          server.house.log.error(
            "feed \(feed.name.text): history could not be read: \(error.message)",
            LogSubject(feed: feed.name.text, client: client.text))
        }
        send(
          ErrorMessage(
            code: .storage, message: "the history could not be read; try again later", feed: feed.name))
      }
    }
  }
}
