/// What a query has brought.
struct QueryRows {
  /// How much of a row's text tells it from others, in bytes.
  private static let prefix = 1_024

  var caught = SourceCatch([])
  /// The last row's key; `nil` if no row has one.
  private(set) var last: QueryKey?
  /// What the first row is known again by.
  private(set) var first: UInt64?

  /// Takes the next row; one without text counts only for its key.
  mutating func add(_ text: String?, _ key: QueryKey, _ limits: SourceLimits) {
    if first == nil {
      first = FileFingerprint.hash(Array(key.description.utf8) + Array((text ?? "").utf8.prefix(Self.prefix)))
    }
    if key != .null { last = key }
    if let text { caught.rows.append(SourceRow(content: text, key: key.word, limits)) }
  }
}
