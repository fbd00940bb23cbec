/// What the store's thread keeps in memory of a feed: where its next row goes.
struct FeedHead {
  /// The feed's number in the tables.
  let id: Int
  let epoch: UInt64
  /// The first sequence number kept.
  var floor: Int
  /// The mark at `floor` − 1.
  var base: RowMark
  /// The last sequence number.
  var head: Int
  /// The mark at `head`.
  var mark: RowMark
  /// Run numbers below are reserved.
  let reservedRuns: Int
  let refreshedAt: Int?
  /// How many hashes of rows are remembered.
  var known: Int
  /// Up to which row all texts are among them.
  var textsKnown: Int
  /// Where the rows of the newest good runs begin, of as many as were asked for last; `nil` once another run has ended.
  var goodRuns: (runs: Int, begin: Int)?

  /// Whether the rows stand alike.
  func isSame(as other: FeedHead) -> Bool {
    id == other.id && epoch == other.epoch && floor == other.floor && base == other.base && head == other.head
      && mark == other.mark
  }
}
