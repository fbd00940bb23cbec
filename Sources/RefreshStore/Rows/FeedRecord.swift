/// A feed as the database has it at start.
public struct FeedRecord: Equatable, Sendable {
  /// The feed's name.
  public var name: String
  /// A random number given to the feed when it was made: other rows, another epoch.
  public var epoch: UInt64
  /// The last row's sequence number; 0 if there never was one.
  public var head: Int
  /// The first sequence number kept; `head` + 1 if there is no row.
  public var floor: Int
  /// The mark after the last row.
  public var headMark: RowMark
  /// The lowest run number that may not have been used yet.
  public var nextRun: Int
  /// Run numbers below this one are reserved durably; higher ones ask for ``Store/reserveRuns(feed:upTo:_:)`` first.
  public var reservedRuns: Int
  /// The run that ended last.
  public var last: RunRecord?
  /// When the last good run ended, in milliseconds since 1970.
  public var refreshedAt: Int64?
  /// What a source called the feed last; `nil` if none has.
  public var title: FeedTitle?
  /// Where the feed's sources go on, by what they are known by.
  public var cursors: [String: String]
  /// The last rows, in order, within ``StoreSettings/tailRows`` and ``StoreSettings/tailBytes``.
  public var tail: [StoredRow]
  /// The mark before the first row of `tail`.
  public var tailStart: RowMark
  /// Whether the feed was made just now.
  public var isNew: Bool
}
