import RefreshWire

/// A feed's rows as a client has them, together with the position that resumes behind them.
///
/// The two belong together: whoever stores the list stores the position with it.
public struct FeedList: Equatable, Sendable {
  /// The sequence number of the first row; without rows, of the row to come.
  public private(set) var first: Int
  /// The rows, without holes.
  public private(set) var rows: [Row]
  /// Where the list ends; nil before the first answer. Opaque.
  public private(set) var position: String?
  /// How many rows are kept: the oldest go when there are a quarter more.
  public let limit: Int
  /// Whether rows may begin anywhere: none has come yet.
  private var isOpen: Bool
  /// Whether `first` means something: a position alone does not tell its sequence number.
  private var isPlaced: Bool

  /// A list with rows from `first` on, and the position behind them; by default an empty one.
  public init(first: Int = 1, rows: [Row] = [], position: String? = nil, limit: Int = 5_000) {
    self.first = first
    self.rows = rows
    self.position = position
    self.limit = max(1, limit)
    isOpen = rows.isEmpty
    isPlaced = !rows.isEmpty
  }

  /// The sequence number of the last row.
  public var last: Int { first + rows.count - 1 }

  /// The sequence number where the list ends; nil if it is not known.
  var end: Int? { isPlaced ? last : nil }

  /// Clears the list, as a reset asks.
  /// - Parameter next: the sequence number that the row to come should have.
  mutating func reset(to position: String, next: Int) {
    self.position = position
    rows = []
    first = next
    isOpen = true
    isPlaced = true
  }

  /// Appends rows; false if they do not continue the list, which is then unchanged.
  mutating func append(_ message: RowsMessage) -> Bool {
    guard isOpen || message.first == last + 1 else { return false }
    if isOpen { first = message.first }
    isOpen = false
    isPlaced = true
    rows += message.rows
    position = message.pos
    if rows.count > limit + limit / 4 { drop(rows.count - limit) }
    return true
  }

  /// Puts earlier rows in front, as many as there is room for.
  mutating func prepend(_ message: HistoryMessage) {
    guard !rows.isEmpty, message.first + message.rows.count == first else { return }
    let fitting = message.rows.suffix(max(0, limit - rows.count))
    rows.insert(contentsOf: fitting, at: 0)
    first -= fitting.count
  }

  /// Removes the rows below the first sequence number that the feed keeps; false if there were none.
  mutating func prune(below floor: Int) -> Bool {
    let gone = min(floor - first, rows.count)
    guard gone > 0 else { return false }
    drop(gone)
    return true
  }

  private mutating func drop(_ count: Int) {
    rows.removeFirst(count)
    first += count
  }
}
