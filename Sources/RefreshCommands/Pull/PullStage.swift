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

/// What is known of the server that a pull is at.
enum PullContact: Equatable, Sendable {
  /// It has not answered for the feed yet.
  case none
  /// It has answered, and the connection is there.
  case there
  /// It has answered, and the connection was lost since.
  case lost
}
