/// What rows that a source has brought come with.
public struct Origin: Equatable, Sendable {
  /// Which source it was, so that its cursor and its keys are not taken for another's.
  public var source: String
  /// What the source knows each of the rows by, in their order; empty if it has no keys.
  public var keys: [String?]
  /// Where the source goes on next time; `nil`: as it was.
  public var cursor: String?
  /// What the source calls the feed; `nil`: as it was.
  public var title: String?

  /// What comes with rows.
  public init(source: String, keys: [String?] = [], cursor: String? = nil, title: String? = nil) {
    self.source = source
    self.keys = keys
    self.cursor = cursor
    self.title = title
  }
}
