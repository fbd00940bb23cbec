/// Text from elsewhere, as it may stand on a terminal or in a line of its own.
enum Shown {
  /// The text in one line: each control character but the tab is written as an escape, so that no row can move the
  /// cursor or pass for two.
  static func line(_ text: String) -> String {
    // Most texts hold none: looking costs less than building anew.
    guard text.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 })
    else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case _ where isControl(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A message from elsewhere in one line, for people to read: its lines one after the other, and what else could move
  /// the cursor as in ``line(_:)``. A row is shown by ``line(_:)``, which keeps apart what is not the same.
  static func message(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
    return line(lines.filter { !$0.isEmpty }.joined(separator: " "))
  }

  /// How many columns of a terminal a text takes.
  static func width(_ text: String) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  /// The text cut to so many columns, and filled up to them.
  static func fit(_ text: String, _ columns: Int, isRight: Bool = false) -> String {
    let cut = cut(text, columns)
    let padding = String(repeating: " ", count: max(0, columns - width(cut)))
    return isRight ? padding + cut : cut + padding
  }

  /// The text cut to so many columns.
  static func cut(_ text: String, _ columns: Int) -> String {
    guard width(text) > columns else { return text }
    let mark = Terminal.isUTF8 ? "…" : "~"
    var result = ""
    var taken = 0
    for character in text {
      let next = width(String(character))
      guard taken + next < columns else { break }
      result.append(character)
      taken += next
    }
    return columns > 0 ? result + mark : ""
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    switch scalar.value {
    // The scripts, signs and pictures that a terminal draws two columns wide.
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09: false
    // Control characters, line and paragraph separators, and what turns the direction of what follows.
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
