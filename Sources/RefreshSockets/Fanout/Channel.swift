import RefreshLoop

/// A feed's fan-out: every subscription is a cursor into one log, and what has only a latest value is a slot.
///
/// What changed in a loop turn goes out once, at the turn's end. A slow peer holds no rows in memory.
public final class Channel {
  /// A latest value with a counter of its changes.
  struct Slot {
    var frame: Frame?
    var version = 0
    /// The row that a subscription must have been given first.
    var notBefore = 0

    mutating func set(_ frame: Frame, notBefore seq: Int = 0) {
      self.frame = frame
      notBefore = seq
      version += 1
    }
  }

  /// How long rows wait at most for those of a commit under way, in milliseconds: about as long as a frame to each of
  /// so many takes, so a few wait for nothing.
  public static func patience(withSubscriptions count: Int) -> Int { min(20, count / 150) }

  /// How many peers are written to before the loop looks at its sockets again: one or two milliseconds.
  static let slice = 256

  /// How many subscriptions there are.
  public var count: Int { subscriptions.count }
  private let loop: EventLoop
  private unowned let log: any ChannelLog
  private let patience: (Int) -> Int
  @exclusivity(unchecked) private var subscriptions: [Subscription] = []
  @exclusivity(unchecked) private(set) var state = Slot()
  @exclusivity(unchecked) private(set) var presence = Slot()
  @exclusivity(unchecked) private(set) var feed = Slot()
  /// The last row that everybody is to have.
  private(set) var head = 0
  /// The last row that is visible; beyond `head` while rows are gathered.
  private var visible = 0
  /// Whose turn it is, by its place in the list.
  private var turn = 0
  /// How many have not been looked at since the last change.
  private var left = 0
  private var isGoingRound = false
  /// Rows wait for those of a commit under way.
  private var isGathering = false
  private lazy var gathering = LoopTimer(on: loop) { [unowned self] in gathered() }

  /// A channel without subscriptions; the log must live as long as the channel has any.
  public init(
    on loop: EventLoop, log: any ChannelLog, patience: @escaping (Int) -> Int = patience(withSubscriptions:)
  ) {
    self.loop = loop
    self.log = log
    self.patience = patience
  }

  /// Adds a peer: it is sent the opening frames, the presence as it is now, and the rows after the cursor.
  ///
  /// - Parameter presence: what the peer begins with, where the channel's own latest value lags behind.
  public func subscribe(
    _ peer: Peer, opening: [Frame], presence: Frame? = nil, after cursor: Int
  ) -> Subscription {
    loop.preconditionInLoop()
    let subscription = Subscription(reader: peer, channel: self, presence: presence, after: cursor)
    add(subscription, of: peer, opening)
    return subscription
  }

  /// Adds an event stream: it is sent the opening frames, what changes from now on, and the rows after the cursor.
  public func subscribe(_ stream: EventStream, opening: [Frame], after cursor: Int) {
    loop.preconditionInLoop()
    let subscription = Subscription(reader: stream, channel: self, presence: nil, after: cursor)
    add(subscription, of: stream, opening)
  }

  private func add(_ subscription: Subscription, of reader: any ChannelReader, _ opening: [Frame]) {
    guard reader.isOpen else {
      subscription.channel = nil
      return
    }
    for frame in opening { reader.send(frame) }
    subscription.index = subscriptions.count
    subscriptions.append(subscription)
    // It stands between those who have not been looked at yet, where the round begins anew.
    if left > 0 { left += 1 }
    reader.add(subscription)
  }

  /// Ends a subscription; again does nothing. A reader's end ends its subscriptions by itself.
  ///
  /// What the reader alone was to be told still goes out: it may be the answer that it waits for.
  public func unsubscribe(_ subscription: Subscription) {
    guard subscription.channel === self else { return }
    if let reader = subscription.reader {
      if reader.isOpen, let pull = subscription.takePull() { reader.send(pull) }
      reader.remove(subscription)
    }
    drop(subscription)
  }

  /// The log has rows up to `head`: those who are behind get them at the turn's end.
  ///
  /// - Parameter moreSoon: the store is committing further rows. A crowd then gets these and those in one frame:
  ///   a commit takes less time than a frame to each of them. The wait ends with a call without `moreSoon`, and at
  ///   the latest after about the time that the frames take.
  public func rowsVisible(upTo head: Int, moreSoon: Bool = false) {
    visible = head
    let wait = patience(subscriptions.count)
    guard moreSoon, wait > 0 else { return gathered() }
    if isGathering { return }
    isGathering = true
    gathering.start(after: wait)
  }

  private func gathered() {
    if isGathering {
      isGathering = false
      gathering.stop()
    }
    head = visible
    fanOut()
  }

  /// The log has loaded what it had answered `.loading` for.
  public func loaded() {
    for subscription in subscriptions where subscription.loading {
      subscription.loading = false
      subscription.reader?.somethingWaits()
    }
  }

  /// Sets the state; a subscription gets it when it has been given the rows up to `seq`.
  public func setState(_ frame: Frame, notBefore seq: Int) {
    state.set(frame, notBefore: seq)
    fanOut()
  }

  /// Sets who is there.
  public func setPresence(_ frame: Frame) {
    presence.set(frame)
    fanOut()
  }

  /// Sets the feed's description.
  public func setFeed(_ frame: Frame) {
    feed.set(frame)
    fanOut()
  }

  func read(after cursor: Int) -> LogRead {
    log.read(after: cursor)
  }

  func drop(_ subscription: Subscription) {
    let last = subscriptions.removeLast()
    if last !== subscription {
      subscriptions[subscription.index] = last
      last.index = subscription.index
      // It may have been behind whose turn it is, and be before it now.
      if left > 0 { last.reader?.somethingWaits() }
    }
    subscription.channel = nil
    subscription.reader = nil
  }

  /// Everybody is looked at once more, beginning with whose turn it is.
  private func fanOut() {
    loop.preconditionInLoop()
    left = subscriptions.count
    guard left > 0, !isGoingRound else { return }
    isGoingRound = true
    loop.atTurnEnd { [self] in goRound() }
  }

  /// Looks at a slice of a crowd; between two slices the loop has a turn, so that nobody who pulls waits for all.
  private func goRound() {
    var slice = min(left, Self.slice)
    left -= slice
    while slice > 0, !subscriptions.isEmpty {
      if turn >= subscriptions.count { turn = 0 }
      turn += 1
      slice -= 1
      subscriptions[turn - 1].reader?.pump()
    }
    isGoingRound = left > 0
    nonisolated(unsafe) let me = self
    if isGoingRound { loop.post { me.goRound() } }
  }
}
