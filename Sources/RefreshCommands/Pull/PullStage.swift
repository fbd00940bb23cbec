import RefreshEngine

/// How far a pull has come.
enum PullStage: Equatable, Sendable {
  /// Not connected, or the last run is settling.
  case waiting
  case dragging
  /// Asked for by a message whose answer has not come.
  case asked
  case following(RunID)

  /// The run whose end is waited for.
  var run: RunID? {
    if case .following(let run) = self { run } else { nil }
  }
}
