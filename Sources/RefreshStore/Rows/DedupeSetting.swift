/// Whether a feed takes a row again that it has, or had, already.
public enum DedupeSetting: Equatable, Sendable {
  /// Rows to which their source gives a key, as news items have one, are appended once; others always.
  case automatic
  /// Every row is appended.
  case never
  /// By a rule of the operator's own.
  case by(Dedupe)
}
