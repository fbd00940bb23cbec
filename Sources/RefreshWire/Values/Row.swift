import RefreshEngine

/// One row of a feed's list. Its sequence number is told by the message that holds it.
public struct Row: Equatable, Sendable {
  /// The text, 0…8 192 bytes of UTF-8.
  public var text: String
  /// When it was appended, in milliseconds since 1970.
  public var at: Int64
  /// The run that brought it; nil if it was appended otherwise.
  public var run: RunID?

  /// A row with its text, time and run.
  public init(text: String, at: Int64, run: RunID? = nil) {
    self.text = text
    self.at = at
    self.run = run
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    text = try fields.string("text")
    at = Int64(try fields.integer("at"))
    run = try fields.optionalInteger("run")
  }

  /// An upper bound of the bytes that the row takes in a message, its comma included.
  public var encodedSize: Int {
    var text = text
    // {"text":"…","at":…,"run":…}, with two numbers of up to 20 characters.
    return 65 + text.withUTF8 { JSONEscapes.size($0) }
  }
}

extension Row: JSONEncodable {
  /// Writes the row as an object.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("text", text)
    writer.field("at", time: at)
    writer.field("run", run)
    writer.endObject()
  }
}

/// Cuts rows to what one frame holds.
public enum RowChunks {
  /// What a `rows` or `history` frame takes besides its rows, at most.
  private static let envelope = 256

  /// How many of the first rows fit into a frame of `bytes`; at least one if there is one.
  public static func prefix(_ rows: some Sequence<Row>, bytes: Int = WireBounds.rowsFrame) -> Int {
    var size = envelope
    var count = 0
    for row in rows {
      size += row.encodedSize
      guard count == 0 || size <= bytes else { break }
      count += 1
    }
    return count
  }

  /// How many of the last rows fit into a frame of `bytes`; at least one if there is one.
  public static func suffix(_ rows: some BidirectionalCollection<Row>, bytes: Int = WireBounds.rowsFrame)
    -> Int
  {
    prefix(rows.reversed(), bytes: bytes)
  }
}
