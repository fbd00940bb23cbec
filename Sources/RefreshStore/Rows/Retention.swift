/// How much of a feed is kept. Each bound that is set holds; the oldest rows go first, and the last append's rows can
/// go too if they do not fit.
public struct Retention: Equatable, Sendable {
  /// How many rows are kept at most.
  public var rows: Int?
  /// How old a row may become, in milliseconds of the wall clock.
  public var age: Int?
  /// How much text is kept at most, in bytes of UTF-8.
  public var bytes: Int?
  /// Of how many runs that ended well the rows are kept, with all that was appended after the first of these runs: with
  /// 1 what the last one brought, which may be nothing. Rows that came before a feed's first run stay until it ends.
  public var runs: Int?

  /// Bounds; without any, everything is kept.
  public init(rows: Int? = nil, age: Int? = nil, bytes: Int? = nil, runs: Int? = nil) {
    self.rows = rows
    self.age = age
    self.bytes = bytes
    self.runs = runs
  }

  /// Whether nothing is ever removed.
  public var keepsAll: Bool { self == Retention() }
}
