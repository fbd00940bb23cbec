import RefreshEngine
import RefreshWire

/// A client of a refreshd server: keeps one connection, comes back when it is lost, and resumes each feed's rows where
/// they ended.
///
/// What happens is read from ``events``, by one task, which must keep reading: a client whose events are not read
/// stops reading its connection. The methods can be called from anywhere.
public final class RefreshClient: Sendable {
  private let core: ClientCore

  /// A client that does nothing until ``start()``.
  /// - Parameters:
  ///   - url: the server's `/live`, such as `ws://127.0.0.1:8080/live`.
  ///   - transport: how connections are made on this platform.
  public init(
    url: String, transport: any Transport, settings: ClientSettings = ClientSettings(),
    time: ClientTime = .system
  ) {
    core = ClientCore(url: url, transport: transport, settings: settings, time: time)
  }

  deinit { core.abandon() }

  /// What happens; ends when the client has ended.
  public var events: ClientEvents { ClientEvents(buffer: core.events) }

  /// Connects, and comes back whenever the connection ends, until it is stopped or a close code forbids it.
  ///
  /// Only the first call counts.
  public func start() { core.start() }

  /// Closes the connection and waits for its end; the events end too.
  public func stop() async { await core.stop() }

  /// Asks for a feed, now and after each reconnection; again: anew, with the rows there are.
  /// - Parameters:
  ///   - tail: how many rows follow a reset, 0…1 000.
  ///   - name: the person's name, as others see it.
  ///   - list: rows and position that were stored; nil: those that the client has, or none.
  public func subscribe(
    to feed: FeedName, tail: Int = WireBounds.defaultTail, name: String? = nil, list: FeedList? = nil
  ) {
    let now = core.now
    core.perform { machine in
      let known = machine.subscriptions[feed]
      var subscription = ClientMachine.Subscription(
        tail: min(max(tail, WireBounds.tail.lowerBound), WireBounds.tail.upperBound), name: name,
        list: list ?? known?.list ?? FeedList())
      if let known { subscription.runs = known.runs }
      return machine.subscribe(feed, subscription, at: now)
    }
  }

  /// Ends a subscription; the rows are forgotten.
  public func unsubscribe(from feed: FeedName) {
    core.perform { machine in machine.unsubscribe(feed) }
  }

  /// The rows of a subscribed feed, nil if it is not. The rows of an event are in it when the event is read, later ones may be.
  public func list(of feed: FeedName) -> FeedList? {
    core.read { $0.subscriptions[feed]?.list }
  }

  /// Sends a pointer's event.
  /// - Returns: its number, that the answering `pull` has or exceeds; nil without a connection.
  @discardableResult
  public func pointer(_ sample: PointerSample, on feed: FeedName) -> Int? {
    var number: Int?
    core.perform { machine in
      guard let sent = machine.pointer(feed, sample) else { return [] }
      number = sent.n
      return [sent.effect]
    }
    return number
  }

  /// Asks for a refresh. A key makes asking again, also after a reconnection, harmless.
  /// - Returns: whether it was sent: there is a connection.
  @discardableResult
  public func refresh(_ feed: FeedName, edge: Edge? = nil, key: String? = nil) -> Bool {
    core.send(.refresh(RefreshMessage(feed: feed, edge: edge, key: key)))
  }

  /// Asks for a run to be cancelled.
  /// - Returns: whether it was sent: there is a connection.
  @discardableResult
  public func cancel(_ run: RunID, of feed: FeedName) -> Bool {
    core.send(.cancel(CancelMessage(feed: feed, run: run)))
  }

  /// Asks for up to `limit` rows before the row `before`.
  /// - Returns: whether it was sent: there is a connection.
  @discardableResult
  public func history(of feed: FeedName, before: Int, limit: Int) -> Bool {
    core.send(.history(HistoryRequest(feed: feed, before: before, limit: limit)))
  }

  /// Asks for a `pong`.
  /// - Returns: whether it was sent: there is a connection.
  @discardableResult
  public func ping() -> Bool { core.send(.ping) }
}
