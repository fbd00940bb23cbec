import RefreshEngine
import RefreshWire

/// What a client knows and decides: values in, effects out, no clock and no task.
struct ClientMachine {
  /// What the caller must do.
  enum Effect: Equatable {
    /// Send a message, in order.
    case send(ClientMessage)
    /// Tell an event, in order.
    case event(ClientEvent)
    /// Close the connection.
    case close(CloseCode, String)
  }

  /// One subscription, kept over connections.
  struct Subscription {
    var tail: Int
    var name: String?
    var list: FeedList
    var runs = RunTracker()
    /// Where the list ended at the last heartbeat, if the feed's head lay beyond that.
    var behind: Int?
    /// How often rows did not continue the list since they last did.
    var misfits = 0
  }

  let settings: ClientSettings
  private(set) var isOpen = false
  /// Whether the server has said on this connection who it is.
  private(set) var isGreeted = false
  private(set) var subscriptions: [FeedName: Subscription] = [:]
  /// How many answers to `subscribe` are still to come on this connection; until then the feed's frames belong to
  /// a subscription that was replaced.
  private var unanswered: [FeedName: Int] = [:]
  /// Since when nothing but signs of life has come while an answer to `subscribe` is awaited.
  private var waitsSince: Duration = .zero
  private var backoff: Backoff
  private var openedAt: Duration = .zero
  private var heardAt: Duration = .zero
  private var heartbeat: Duration
  private var told: Duration?
  private var n = 0

  /// A client without a connection.
  init(_ settings: ClientSettings) {
    self.settings = settings
    backoff = Backoff(settings)
    heartbeat = settings.assumedHeartbeat
  }

  /// When the connection counts as lost if nothing comes before. The greeting is what a server says at once, and an
  /// answer to `subscribe` does not take it long either.
  var lostAt: Duration {
    guard isGreeted else { return openedAt + settings.connectTimeout }
    let silentAt = heardAt + heartbeat * 2 + settings.silenceGrace
    return isUnanswered ? min(silentAt, waitsSince + settings.connectTimeout) : silentAt
  }

  /// What the server owes on this connection.
  var owed: ConnectTimeout.Missing? { isGreeted ? isUnanswered ? .answer : nil : .greeting }

  /// Whether an answer for a feed that is still wanted is to come.
  private var isUnanswered: Bool { unanswered.keys.contains { subscriptions[$0] != nil } }

  // MARK: the connection

  /// A connection is open: asks for all feeds, each from where its list ends.
  mutating func opened(at now: Duration) -> [Effect] {
    isOpen = true
    isGreeted = false
    openedAt = now
    heardAt = now
    told = nil
    n = 0
    unanswered = [:]
    waitsSince = now
    return subscriptions.keys.sorted { $0.text < $1.text }.map { subscribe($0) }
  }

  /// The reader of the events was behind, so nothing could be heard.
  mutating func paused(until now: Duration) {
    heardAt = now
    waitsSince = now
  }

  /// The connection, or an attempt at one, has ended.
  mutating func closed(code: UInt16, reason: String, at now: Duration, chance: Double) -> Disconnection {
    // A server that has left something unanswered must not be asked again and again as if all were well.
    let lasted = isOpen && owed == nil ? now - openedAt : .zero
    isOpen = false
    heartbeat = settings.assumedHeartbeat
    let wait = backoff.wait(code: code, lasted: lasted, told: told, chance: chance)
    told = nil
    return Disconnection(code: code, reason: reason, comesBackAfter: wait)
  }

  /// A message has come.
  mutating func received(_ text: [UInt8], at now: Duration) -> [Effect] {
    heardAt = now
    do {
      let message = try text.withUnsafeBytes { bytes in
        Result { () throws(DecodeError) in try ServerMessage.decode(bytes) }
      }.get()
      guard let message else { return [] }
      switch message {
      // A server that only says that it lives may go on so for ever. What is asked because of it is asked now.
      case .heartbeat, .pong: if !isUnanswered { waitsSince = now }
      default: waitsSince = now
      }
      return take(message)
    } catch {
      return [.close(.protocolError, "not understood: " + error.message.prefix(100))]
    }
  }

  private mutating func take(_ message: ServerMessage) -> [Effect] {
    switch message {
    case .hello(let hello):
      isGreeted = true
      heartbeat = .milliseconds(hello.heartbeat)
      return [.event(.connected(hello))]
    case .bye(let bye):
      told = .milliseconds(bye.after)
      return [.event(.bye(bye))]
    case .error(let error):
      if let feed = error.feed, error.n == nil, error.key == nil,
        [.unknownFeed, .forbidden, .limit].contains(error.code)
      {
        answered(feed)
      }
      return [.event(.error(error))]
    case .pong(let pong): return [.event(.pong(pong))]
    case .heartbeat(let heartbeat): return take(heartbeat)
    case .subscribed(let message): return take(message)
    case .feed(let message): return isCurrent(message.feed) ? [.event(.feed(message))] : []
    case .rows(let message): return take(message)
    case .pull(let message): return isCurrent(message.feed) ? [.event(.pull(message))] : []
    case .state(let message): return take(message)
    case .presence(let message): return isCurrent(message.feed) ? [.event(.presence(message))] : []
    case .reply(let message): return [.event(.reply(message))]
    case .history(let message):
      guard isCurrent(message.feed) else { return [] }
      subscriptions[message.feed]?.list.prepend(message)
      return [.event(.history(message))]
    }
  }

  // MARK: what the user asks

  /// Asks for a feed, or asks anew with other wishes.
  mutating func subscribe(_ feed: FeedName, _ subscription: Subscription, at now: Duration) -> [Effect] {
    if !isUnanswered { waitsSince = now }
    subscriptions[feed] = subscription
    return isOpen ? [subscribe(feed)] : []
  }

  /// Ends a subscription.
  mutating func unsubscribe(_ feed: FeedName) -> [Effect] {
    guard subscriptions.removeValue(forKey: feed) != nil, isOpen else { return [] }
    return [.send(.unsubscribe(feed))]
  }

  /// Sends a pointer's event; nil without a connection.
  mutating func pointer(_ feed: FeedName, _ sample: PointerSample) -> (n: Int, effect: Effect)? {
    guard isOpen else { return nil }
    n += 1
    return (n, .send(.pointer(PointerMessage(feed: feed, n: n, sample: sample))))
  }

  // MARK: for the parts of this type in other files

  func isCurrent(_ feed: FeedName) -> Bool {
    subscriptions[feed] != nil && unanswered[feed, default: 0] == 0
  }

  mutating func answered(_ feed: FeedName) {
    if let count = unanswered[feed] { unanswered[feed] = count > 1 ? count - 1 : nil }
  }

  mutating func subscribe(_ feed: FeedName) -> Effect {
    unanswered[feed, default: 0] += 1
    subscriptions[feed]?.behind = nil
    let subscription = subscriptions[feed]
    return .send(
      .subscribe(
        SubscribeMessage(
          feed: feed, after: subscription?.list.position, tail: subscription?.tail ?? WireBounds.defaultTail,
          name: subscription?.name)))
  }

  mutating func change<Answer>(_ feed: FeedName, _ body: (inout Subscription) -> Answer) -> Answer? {
    // Taken out meanwhile, so that the rows are not copied.
    guard var subscription = subscriptions.removeValue(forKey: feed) else { return nil }
    let answer = body(&subscription)
    subscriptions[feed] = subscription
    return answer
  }
}
