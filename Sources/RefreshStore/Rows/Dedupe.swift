/// Which rows of a run are left out because the feed has, or had, them already.
public struct Dedupe: Equatable, Sendable {
  /// What makes two rows the same.
  public enum By: String, CaseIterable, Sendable {
    /// The text that people read.
    case text
    /// The key that the source gives the row; a row without one is known by its text.
    case key
  }

  /// What makes two rows the same.
  public var by: By
  /// Among how many of the feed's last rows, pruned ones included, a row is looked for; `nil`: among all that are
  /// remembered.
  public var window: Int?

  /// A rule.
  public init(by: By, window: Int? = nil) {
    self.by = by
    self.window = window
  }
}
