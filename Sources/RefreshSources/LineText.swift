/// A line of a program's output as the text of a row.
enum LineText {
  /// What a line that was too long ends in.
  static let mark = "… [cut]"

  /// The bytes as text: what is not UTF-8, and each control character but the tab, becomes U+FFFD.
  static func clean(_ bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    // Most lines hold neither: looking costs less than building anew.
    guard text.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F || $0 == 0xC2 }) else {
      return text
    }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(isControl(scalar) ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

  /// The text itself if it has at most `limit` bytes, else as much of its begin as fits before ``mark``.
  static func cut(_ text: String, to limit: Int) -> String {
    text.utf8.count <= limit ? text : marked(text, within: limit)
  }

  /// The begin of a text of which more is known to follow, and ``mark``: at most `limit` bytes.
  static func marked(_ text: String, within limit: Int) -> String {
    let room = max(0, limit - mark.utf8.count)
    guard text.utf8.count > room else { return text + mark }
    return text[..<boundary(in: text, atMost: room)] + mark
  }

  /// The last place between two characters at or before a byte offset; between two scalars where a character
  /// is so long that looking for its begin would cost too much.
  private static func boundary(in text: String, atMost offset: Int) -> String.Index {
    let scalars = text.unicodeScalars
    var index = text.utf8.index(text.startIndex, offsetBy: offset)
    while index.samePosition(in: scalars) == nil { index = text.utf8.index(before: index) }
    var whole = index
    for _ in 0..<32 {
      if whole.samePosition(in: text) != nil { return whole }
      if whole == text.startIndex { break }
      whole = scalars.index(before: whole)
    }
    return index
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value < 0x20 && scalar != "\t") || (0x7F...0x9F).contains(scalar.value)
  }
}
