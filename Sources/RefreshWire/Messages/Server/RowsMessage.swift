/// Rows that were appended, in order and without holes.
public struct RowsMessage: Equatable, Sendable {
  /// The feed.
  public var feed: FeedName
  /// The sequence number of the first of the rows.
  public var first: Int
  /// The rows.
  public var rows: [Row]
  /// Where the client stands after them.
  public var pos: String

  /// Rows from `first` on.
  public init(feed: FeedName, first: Int, rows: [Row], pos: String) {
    self.feed = feed
    self.first = first
    self.rows = rows
    self.pos = pos
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    feed = try fields.feed()
    first = try fields.integer("first", in: 1...WireBounds.integers.upperBound)
    rows = try fields.objects("rows") { (row) throws(FieldFault) in try Row(row) }
    pos = try fields.string("pos")
  }
}

extension RowsMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("rows", feed)
    writer.field("first", first)
    writer.field("rows", list: rows)
    writer.field("pos", pos)
    writer.endObject()
  }
}

/// Answers a `history` request: rows before those that the client has, perhaps fewer than asked for.
public struct HistoryMessage: Equatable, Sendable {
  /// The feed.
  public var feed: FeedName
  /// The sequence number of the first of the rows; without rows, the one that was asked before.
  public var first: Int
  /// The rows, up to the one before which was asked.
  public var rows: [Row]
  /// The first sequence number kept.
  public var floor: Int

  /// Rows from `first` on.
  public init(feed: FeedName, first: Int, rows: [Row], floor: Int) {
    self.feed = feed
    self.first = first
    self.rows = rows
    self.floor = floor
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    feed = try fields.feed()
    first = try fields.integer("first", in: 1...WireBounds.integers.upperBound)
    rows = try fields.objects("rows") { (row) throws(FieldFault) in try Row(row) }
    floor = try fields.integer("floor", in: 1...WireBounds.integers.upperBound)
  }
}

extension HistoryMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("history", feed)
    writer.field("first", first)
    writer.field("rows", list: rows)
    writer.field("floor", floor)
    writer.endObject()
  }
}
