/// Rows to append to a feed, and what is to happen in the same transaction.
public struct Append: Sendable {
  /// The feed's name.
  public var feed: String
  /// The rows' texts, in order; none is allowed.
  public var texts: [String]
  /// The time to note with them, in milliseconds since 1970.
  public var at: Int64
  /// The run that brought them; `nil` for rows from outside.
  public var run: Int?
  /// An idempotency key: the same append again, within a day, changes nothing and gets the first answer.
  public var key: String?
  /// The run's record with its end, to be written with the rows; how many they are is filled in.
  public var end: RunRecord?
  /// What the rows' source said with them; `nil` for rows from outside, which are never left out.
  public var origin: Origin?
  /// Which of a source's rows are left out, and what is remembered of rows for that.
  public var dedupe = DedupeSetting.never
  /// How much the feed keeps; what is beyond is deleted with this append.
  public var keep: Retention

  /// An append of rows from outside, or of a run if `run` and `end` are given.
  public init(
    feed: String, texts: [String], at: Int64, run: Int? = nil, key: String? = nil, end: RunRecord? = nil,
    keep: Retention = Retention()
  ) {
    self.feed = feed
    self.texts = texts
    self.at = at
    self.run = run
    self.key = key
    self.end = end
    self.keep = keep
  }
}

/// The answer to an append: its rows are durable.
public struct Appended: Equatable, Sendable {
  /// The first row's sequence number; where the next row would be if there was none.
  public var first: Int
  /// How many rows were appended.
  public var count: Int
  /// The first sequence number that the feed still holds.
  public var floor: Int
  /// The rows as stored, also those that the pruning of this append deleted again; none of a repeated append.
  public var rows: [StoredRow]
  /// The mark after the last row.
  public var mark: RowMark
  /// The feed's epoch.
  public var epoch: UInt64
  /// Whether the key was known, and this is the answer that was given first.
  public var repeated: Bool

  /// An answer of its parts.
  public init(
    first: Int, count: Int, floor: Int, rows: [StoredRow], mark: RowMark, epoch: UInt64, repeated: Bool
  ) {
    self.first = first
    self.count = count
    self.floor = floor
    self.rows = rows
    self.mark = mark
    self.epoch = epoch
    self.repeated = repeated
  }
}
