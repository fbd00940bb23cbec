import RefreshLoop

/// Where a feed's new rows come from.
public protocol RefreshSource {
  /// Begins to fetch what a run brings.
  ///
  /// - Parameters:
  ///   - progress: called on the loop, any number of times before `done`: how much of the work is done, 0 to 1.
  ///   - done: called exactly once, on the loop and never before this method has returned, when the work has truly
  ///     ended; also after a stop, then with ``SourceOutcome/cancelled``.
  func start(
    _ job: SourceJob, on loop: EventLoop, progress: @escaping (Double) -> Void,
    done: @escaping (SourceOutcome) -> Void
  ) -> any RunningSource
}

/// A source at work.
public protocol RunningSource: AnyObject {
  /// Ends the work for real; `done` follows once that has happened. Again, or after the end, it does nothing.
  func stop()
}

/// What a source is told of the run it works for.
public struct SourceJob: Sendable {
  /// The feed's name.
  public var feed: String
  /// The edge that was pulled: `top` or `bottom`.
  public var edge: String
  /// The run's number.
  public var run: Int
  /// The sequence number of the feed's last row, 0 if it never had one.
  public var lastSeq: Int
  /// The text of the feed's last row, absent if it holds none.
  public var lastText: String?
  /// What the source said last time in ``SourceCatch/cursor``; absent the first time.
  public var cursor: String?
  /// How much time the run has left, in milliseconds; a source that gives up by itself before that can say why. `nil`:
  /// nobody waits.
  public var timeLeft: Int?
  /// How long the demo's source works, in milliseconds; others take the time they need.
  public var workTime: Int

  /// A job for a source.
  public init(
    feed: String, edge: String, run: Int, lastSeq: Int, lastText: String?, cursor: String? = nil,
    timeLeft: Int? = nil, workTime: Int
  ) {
    self.feed = feed
    self.edge = edge
    self.run = run
    self.lastSeq = lastSeq
    self.lastText = lastText
    self.cursor = cursor
    self.timeLeft = timeLeft
    self.workTime = workTime
  }
}
