import RefreshEngine

/// How many refreshes of a schedule have failed in a row, and what of it is told in the log: nobody who pulled sees it.
struct ScheduledFailures {
  private(set) var count = 0
  private var trouble = Trouble()

  /// A run of the schedule's source has ended, whoever began it.
  /// - Parameter wait: how long after so many failures in a row the schedule waits, in milliseconds.
  mutating func ended(_ end: RunEnd, wait: (_ failures: Int) -> Int) -> RunNote {
    switch end.outcome {
    case .ok:
      let before = count
      count = 0
      trouble.isOver()
      return before == 0 ? RunNote() : RunNote(words: " (after \(before) of the schedule that failed)")
    case .failed where end.run.cause == .schedule:
      count += 1
      guard trouble.shows(end.words) else { return RunNote() }
      return RunNote(
        level: .warning,
        words:
          " (begun by the schedule, which asks again in \((wait(count) + 999) / 1_000) s, and more rarely while that fails)"
      )
    case .failed, .cancelled:
      return RunNote()
    }
  }
}
