/// The end of the list that a pull or a run belongs to.
public enum Edge: String, Sendable, CaseIterable {
  /// The list's start: pulled downwards.
  case top
  /// The list's end: pulled upwards.
  case bottom
}
