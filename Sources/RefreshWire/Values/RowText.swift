/// The text of a row: 0 to 8 192 bytes of UTF-8.
public enum RowText {
  /// What a line that was too long ends in.
  public static let cutMark = "… [cut]"

  /// Whether a text is short enough for a row.
  public static func fits(_ text: String) -> Bool { text.utf8.count <= WireBounds.rowText }

  /// The row of a source's line, which comes without its line end.
  ///
  /// Invalid bytes and control characters other than tab become U+FFFD. A line that is too long, or of which only the
  /// beginning is given (`continues`), is cut at a character and ends in ``cutMark``.
  public static func clean(_ line: UnsafeRawBufferPointer, continues: Bool = false) -> String {
    // Cleaning never makes a text shorter, so what lies beyond the bound need not be looked at.
    let beginning = UnsafeRawBufferPointer(rebasing: line.prefix(WireBounds.rowText + 1))
    let isPlain = beginning.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x09 }
    let text = String(decoding: beginning, as: UTF8.self)
    return cut(isPlain ? text : replacingControls(text), continues: continues)
  }

  /// The row of a source's line that is a string already.
  public static func clean(_ line: String, continues: Bool = false) -> String {
    var line = line
    return line.withUTF8 { clean(UnsafeRawBufferPointer($0), continues: continues) }
  }

  private static func replacingControls(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl = scalar != "\t" && scalar.properties.generalCategory == .control
      scalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

  private static func cut(_ text: String, continues: Bool) -> String {
    guard continues || text.utf8.count > WireBounds.rowText else { return text }
    let room = WireBounds.rowText - cutMark.utf8.count
    var length = 0
    var end = text.startIndex
    while end < text.endIndex {
      let next = text.index(after: end)
      let size = text.utf8.distance(from: end, to: next)
      guard length + size <= room else { break }
      length += size
      end = next
    }
    // One character of thousands of combining marks: cut between them, rather than keep nothing.
    if length == 0 {
      for scalar in text.unicodeScalars {
        let size = UTF8.width(scalar)
        guard length + size <= room else { break }
        length += size
        end = text.unicodeScalars.index(after: end)
      }
    }
    return text[..<end] + cutMark
  }
}
