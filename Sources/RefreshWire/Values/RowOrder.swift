/// Which way rows are shown, those of a whole list or those of one run in it.
public enum RowOrder: String, Sendable, CaseIterable {
  /// As they came: new rows at the bottom.
  case append
  /// New rows at the top.
  case newestFirst = "newest-first"
}

extension JSONWriter {
  /// A list's order; only one that begins with the newest rows tells how those of one run stand in it.
  mutating func order(_ order: RowOrder, ofRuns runOrder: RowOrder) {
    field("order", word: order)
    if order == .newestFirst { field("runOrder", word: runOrder) }
  }
}

extension FieldReader {
  /// How the rows of one run stand in a list of this order. Servers that do not say it know only one way.
  func runOrder(in order: RowOrder) throws(FieldFault) -> RowOrder {
    guard order == .newestFirst else { return .append }
    return try optionalChoice("runOrder") ?? .append
  }
}
