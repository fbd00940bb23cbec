import RefreshEngine

/// When a feed's next refresh begins by itself: the decisions alone, on the loop's clock.
struct ScheduleClock {
  /// What is to be done now.
  enum Step: Equatable {
    /// Nothing, until something else happens: a run ends, or somebody comes.
    case nothing
    /// Looking again after so many milliseconds.
    case wait(Milliseconds)
    /// A refresh is due.
    case begin
  }

  /// How long it waits in quiet hours until it looks again: the wall clock may be set.
  static let longestQuiet = 60_000

  private let schedule: Schedule
  /// From when on a refresh is due; `nil` while one is under way.
  private(set) var due: Milliseconds?

  /// - Parameters:
  ///   - rested: how long ago the feed's last good refresh ended; `nil` if there was none.
  ///   - jitter: a number from 0 to the schedule's jitter.
  init(_ schedule: Schedule, rested: Milliseconds?, jitter: Milliseconds, at now: Milliseconds) {
    self.schedule = schedule
    // The wall clock may have been set: never longer than a whole period.
    let left = rested.map { schedule.every - min(max($0, 0), schedule.every) } ?? 0
    due = now + left + jitter
  }

  /// A run has begun, whoever caused it.
  mutating func runBegan() { due = nil }

  /// The run has ended, or will not begin.
  /// - Parameter failures: how many refreshes of the schedule have failed in a row.
  mutating func runEnded(failures: Int = 0, jitter: Milliseconds, at now: Milliseconds) {
    due = now + schedule.wait(after: failures) + jitter
  }

  /// It could not begin yet.
  mutating func refused(for wait: Milliseconds, at now: Milliseconds) { due = now + max(wait, 1) }

  /// When the next refresh begins, as far as can be told; `nil` while one is under way, while it waits for somebody to
  /// watch, and if all hours are quiet.
  /// - Parameters:
  ///   - timeOfDay: local milliseconds since midnight.
  ///   - cooldown: how long the feed's cooldown still lasts, which is waited out.
  func next(timeOfDay: Int, watching: Int, cooldown: Milliseconds = 0, at now: Milliseconds) -> Milliseconds?
  {
    guard let due, !schedule.onlyWatched || watching > 0 else { return nil }
    let begin = max(due, now + cooldown)
    return schedule.quietTime(from: (timeOfDay + begin - now) % DaySpan.day).map { begin + $0 }
  }

  /// What is to be done.
  /// - Parameter timeOfDay: local milliseconds since midnight.
  func step(timeOfDay: Int, watching: Int, at now: Milliseconds) -> Step {
    guard let due else { return .nothing }
    if now < due { return .wait(due - now) }
    if schedule.onlyWatched, watching == 0 { return .nothing }
    guard let quiet = schedule.quietTime(from: timeOfDay) else { return .wait(Self.longestQuiet) }
    return quiet == 0 ? .begin : .wait(min(quiet, Self.longestQuiet))
  }
}
