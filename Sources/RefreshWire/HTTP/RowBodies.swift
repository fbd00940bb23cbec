/// The body of `GET /feeds/{feed}/rows`.
public struct RowsBody: Equatable, Sendable, JSONEncodable {
  /// The sequence number of the first of the rows, or of the row to come if there are none.
  public var first: Int
  /// The rows.
  public var rows: [Row]
  /// Where to go on.
  public var pos: String
  /// The sequence number of the feed's last row.
  public var head: Int
  /// The first sequence number kept.
  public var floor: Int

  /// A page of rows.
  public init(first: Int, rows: [Row], pos: String, head: Int, floor: Int) {
    self.first = first
    self.rows = rows
    self.pos = pos
    self.head = head
    self.floor = floor
  }

  /// Writes the body.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("first", first)
    writer.field("rows", list: rows)
    writer.field("pos", pos)
    writer.field("head", head)
    writer.field("floor", floor)
    writer.endObject()
  }
}

/// The body of 201 after an append.
public struct AppendedBody: Equatable, Sendable, JSONEncodable {
  /// The sequence number of the first appended row.
  public var first: Int
  /// How many rows were appended.
  public var count: Int
  /// The position behind the last of them.
  public var pos: String

  /// What an append did.
  public init(first: Int, count: Int, pos: String) {
    self.first = first
    self.count = count
    self.pos = pos
  }

  /// Writes the body.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("first", first)
    writer.field("count", count)
    writer.field("pos", pos)
    writer.endObject()
  }
}

/// The body of every HTTP error.
public struct ErrorBody: Error, Equatable, Sendable, JSONEncodable {
  /// The kind of error.
  public var code: ErrorCode
  /// What happened, and what to do about it, for people.
  public var message: String

  /// An error.
  public init(code: ErrorCode, message: String) {
    self.code = code
    self.message = message
  }

  /// Writes the body.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("error")
    writer.beginObject()
    writer.field("code", word: code)
    writer.field("message", message)
    writer.endObject()
    writer.endObject()
  }
}
