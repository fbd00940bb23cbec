/// What one run of a source brought.
public enum SourceOutcome: Equatable, Sendable {
  /// It ended well; `truncated` says that rows beyond the limit were left out.
  case ok(rows: [String], truncated: Bool)
  /// It failed: a code of the source's kind, and words for people.
  case failed(code: SourceFailure, message: String)
  /// It was stopped before it ended.
  case cancelled
}

/// The ways in which a source fails.
public enum SourceFailure: String, Sendable {
  /// The command's exit status was not 0.
  case exit
  /// The command was ended by a signal.
  case signal
  /// The command could not be started.
  case spawn
  /// The source's output could not be read.
  case output
}
