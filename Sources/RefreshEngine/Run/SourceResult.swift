/// How a run's source ended; the rows' texts stay with the caller.
public enum SourceResult: Equatable, Sendable {
  /// It brought this many rows, 0 or more, some of which the feed may have already; `truncated` if there were more than may be kept.
  case ok(rows: Int, truncated: Bool)
  /// It failed, and brought nothing.
  case failed(RunFailure)
  /// It was stopped.
  case cancelled
}
