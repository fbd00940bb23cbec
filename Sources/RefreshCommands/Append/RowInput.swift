import RefreshWire

/// Rows that come on standard input.
struct RowInput {
  /// What a line that was cut ends in, as rows of a source do.
  private static let mark = "… [cut]"

  private var lines: LineInput
  private let isJSON: Bool
  private let cuts: Bool
  /// How many lines held bytes that are not UTF-8.
  private(set) var repaired = 0

  /// - Parameters:
  ///   - isJSON: each line is a JSON object with a `text`, or a JSON string; else the text itself.
  ///   - cuts: a line that is too long is cut instead of being a mistake.
  init(isJSON: Bool, cuts: Bool) {
    self.isJSON = isJSON
    self.cuts = cuts
    lines = LineInput(limit: isJSON ? RowLine.limit : WireBounds.rowText)
  }

  /// Whether a row is there without waiting.
  var isReady: Bool { lines.isReady }

  /// The next row's text, nil at the end.
  /// - Throws: ``CommandError`` that names the line that is no row.
  mutating func next() throws(CommandError) -> String? {
    guard let line = try lines.next() else { return nil }
    return try isJSON ? json(line) : plain(line)
  }

  private mutating func plain(_ line: LineInput.Line) throws(CommandError) -> String {
    let text = String(decoding: line.bytes, as: UTF8.self)
    if line.isCut {
      guard cuts else { throw tooLong(line) }
      return Self.cut(text)
    }
    if !text.utf8.elementsEqual(line.bytes) { repaired += 1 }
    // What was repaired is longer than what came.
    return text.utf8.count > WireBounds.rowText ? try long(text, line) : text
  }

  private func json(_ line: LineInput.Line) throws(CommandError) -> String {
    if line.isCut { throw tooLong(line) }
    let text: String
    do throws(DecodeError) {
      text = try RowLine.decode(line.bytes).text
    } catch {
      throw CommandError(.failed, "line \(line.number) is no row: \(Shown.message(error.message))")
    }
    return text.utf8.count > WireBounds.rowText ? try long(text, line) : text
  }

  private func long(_ text: String, _ line: LineInput.Line) throws(CommandError) -> String {
    guard cuts else { throw tooLong(line) }
    return Self.cut(text)
  }

  private func tooLong(_ line: LineInput.Line) -> CommandError {
    CommandError(
      .failed,
      "line \(line.number) is longer than the \(WireBounds.rowText) bytes of a row"
        + (isJSON ? "" : "; --cut cuts such lines"))
  }

  private static func cut(_ text: String) -> String {
    var end = text.utf8.index(
      text.startIndex, offsetBy: min(text.utf8.count, WireBounds.rowText - mark.utf8.count))
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return text[..<end] + mark
  }
}
