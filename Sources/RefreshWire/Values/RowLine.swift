import RefreshEngine

/// A row in a file of JSON lines, as programs print and read it: one object a line.
public struct RowLine: Equatable, Sendable {
  /// The longest line that is read, in bytes: each byte of a row's text may be an escape of six.
  public static let limit = WireBounds.rowText * 6 + 512

  /// The row's sequence number.
  public var seq: Int?
  /// When it was appended, in milliseconds since 1970.
  public var at: Int64?
  /// The run that brought it.
  public var run: RunID?
  /// The text.
  public var text: String

  /// A line of a row; what is nil is left out.
  public init(seq: Int? = nil, at: Int64? = nil, run: RunID? = nil, text: String) {
    self.seq = seq
    self.at = at
    self.run = run
    self.text = text
  }

  /// A row with its sequence number.
  public init(seq: Int, _ row: Row) {
    self.init(seq: seq, at: row.at, run: row.run, text: row.text)
  }
}

extension RowLine: JSONEncodable {
  /// Writes the line, without its end.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("seq", seq)
    writer.field("at", time: at)
    writer.field("run", run)
    writer.field("text", text)
    writer.endObject()
  }
}
