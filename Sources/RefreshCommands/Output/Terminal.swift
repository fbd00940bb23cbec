import FoundationEssentials
import Glibc

/// What is known of the terminal.
enum Terminal {
  /// Whether the locale's characters are UTF-8: else only ASCII is drawn.
  static let isUTF8 = String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8"

  /// Whether colours and movements are understood.
  static func isCapable(_ environment: [String: String]) -> Bool {
    !["", "dumb"].contains(environment["TERM"] ?? "")
  }

  /// Whether colours are wanted (https://no-color.org).
  static func hasColours(_ environment: [String: String]) -> Bool {
    isCapable(environment) && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// Columns and lines of the terminal that a descriptor leads to.
  static func size(of descriptor: Int32) -> (columns: Int, lines: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(max(size.ws_row, 1)))
  }
}

/// Colours that look well on dark and on light ground: those of the terminal's own palette that are neither.
struct Style: Sendable {
  let isOn: Bool

  func good(_ text: String) -> String { paint(text, "32") }
  func bad(_ text: String) -> String { paint(text, "31") }
  func warm(_ text: String) -> String { paint(text, "35") }
  func cool(_ text: String) -> String { paint(text, "36") }
  func strong(_ text: String) -> String { paint(text, "1") }
  func faint(_ text: String) -> String { paint(text, "2") }

  /// A coloured text cut to so many columns.
  static func cut(_ text: String, _ columns: Int) -> String {
    guard Shown.width(bare(text)) > columns else { return text }
    var result = ""
    var taken = 0
    var isCode = false
    for character in text {
      if character == "\u{1B}" { isCode = true }
      if !isCode { taken += Shown.width(String(character)) }
      if taken <= columns || isCode { result.append(character) }
      if isCode, character.isLetter { isCode = false }
    }
    return result
  }

  /// A text without its colours.
  static func bare(_ text: String) -> String { text.replacing(/\u{1B}\[[0-9;]*m/, with: "") }

  private func paint(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
