/// The end of a feed, with its server or without.
extension Feed {
  /// Cancels the current run, and every one that would still begin.
  func drain(_ quiet: @escaping () -> Void) {
    isDraining = true
    schedule?.stop()
    if let run = currentRun { _ = cancel(run: run.id) }
    runs.whenQuiet(quiet)
  }
}
