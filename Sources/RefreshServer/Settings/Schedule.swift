import RefreshEngine

/// When a feed refreshes by itself.
public struct Schedule: Equatable, Sendable {
  /// The shortest time that an operator can mean, in milliseconds: less is a number without its unit.
  static let shortest = 1_000
  /// What the wait after failures does not grow beyond, where it is not longer anyway; in milliseconds.
  static let longestRetry = 3_600_000

  /// How long after the end of the feed's last refresh, whoever began that one, the next begins; in milliseconds, at
  /// least 1.
  public var every: Int
  /// Up to how much is added to that at random each time, in milliseconds, so that many feeds or servers do not ask one
  /// source at one moment.
  public var jitter: Int
  /// When nothing begins, in the server's local time. What became due meanwhile begins at the end.
  public var quiet: [DaySpan]
  /// Whether it stands still while nobody watches; who comes first has what is due begin.
  public var onlyWatched: Bool
  /// The edge whose source and policy count; `nil`: the top one if it has a policy, else the bottom one.
  public var edge: Edge?

  /// A schedule.
  public init(
    every: Int, jitter: Int = 0, quiet: [DaySpan] = [], onlyWatched: Bool = false, edge: Edge? = nil
  ) {
    self.every = every
    self.jitter = jitter
    self.quiet = quiet
    self.onlyWatched = onlyWatched
    self.edge = edge
  }

  /// How long after the end of a refresh the next begins, in milliseconds: with each failure behind the first the wait
  /// doubles, up to eight times ``every``.
  /// - Parameter failures: how many refreshes of the schedule have failed in a row.
  func wait(after failures: Int) -> Int {
    let times = 1 << min(max(failures - 1, 0), 3)
    let most = max(every, Self.longestRetry)
    return every > most / times ? most : every * times
  }

  /// How long it stays quiet from a time of day on: 0 if it is not quiet, `nil` if it always is. All in milliseconds,
  /// the time of day since midnight.
  func quietTime(from timeOfDay: Int) -> Int? {
    var time = timeOfDay
    // Where one span ends another may have begun. Each is passed at most twice before a whole day has gone.
    while let span = quiet.first(where: { $0.contains(time % DaySpan.day) }) {
      time += span.left(from: time % DaySpan.day)
      if time - timeOfDay >= DaySpan.day { return nil }
    }
    return time - timeOfDay
  }

  /// Whether it is quiet at all times, so that it would never begin anything.
  public var isAlwaysQuiet: Bool { quietTime(from: 0) == nil }
}
