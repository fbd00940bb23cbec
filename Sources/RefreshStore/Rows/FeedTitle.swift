/// What a source calls a feed.
public struct FeedTitle: Equatable, Sendable {
  /// What people read.
  public var text: String
  /// The source that said so, as in ``Origin/source``.
  public var source: String

  /// A title of its parts.
  public init(text: String, source: String) {
    self.text = text
    self.source = source
  }
}
