/// The answer to a pruning without an append: it is durable.
public struct Pruned: Equatable, Sendable {
  /// The first sequence number that the feed still holds.
  public var floor: Int
  /// The time noted with the oldest row that is left, in milliseconds since 1970; `nil` if none is.
  public var oldest: Int64?
  /// Whether more is to be deleted than one step may.
  public var more: Bool

  /// An answer of its parts.
  public init(floor: Int, oldest: Int64?, more: Bool = false) {
    self.floor = floor
    self.oldest = oldest
    self.more = more
  }
}
