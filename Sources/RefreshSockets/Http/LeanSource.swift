/// Scripts and style sheets as they go out: without comments and indentation, which only those who read the source need.
/// Every line stays in its place, so that what a browser says of a line is true of the file. A comment that begins with
/// `/*!`, as licences do, stays too, and so does one between two words of a line.
///
/// Where a slash may be a division or begin a pattern, and the rest of its line would be read otherwise by the one than by
/// the other, the file goes out as it is.
struct LeanSource {
  private let bytes: [UInt8]
  private let isScript: Bool
  private var at = 0
  private var lean: [UInt8] = []
  /// Nothing but space has come in this line.
  private var isLineStart = true
  /// For each template that is open, how many braces are open in its expression.
  private var braces: [Int] = []
  /// For each bracket that is open, whether it holds a condition, as behind `if`.
  private var conditions: [Bool] = []
  /// The bracket that was closed last held one.
  private var closedCondition = false

  /// A file's lean form; the file as it is where it is not what its type says, or cannot be told for sure.
  static func of(_ bytes: [UInt8], type: String) -> [UInt8] {
    let isScript = type.hasPrefix("text/javascript")
    guard isScript || type.hasPrefix("text/css"), bytes.count <= maxSize, !hasRareLineEnd(bytes) else {
      return bytes
    }
    var source = LeanSource(bytes, isScript: isScript)
    return source.run() ? source.lean : bytes
  }

  /// A larger file would hold up the loop.
  static let maxSize = 65_536

  /// U+2028 and U+2029 end a line of a script, and so a comment.
  private static func hasRareLineEnd(_ bytes: [UInt8]) -> Bool {
    bytes.indices.dropLast(2).contains { index in
      bytes[index] == 0xe2 && bytes[index + 1] == 0x80 && bytes[index + 2] & 0xfe == 0xa8
    }
  }

  private init(_ bytes: [UInt8], isScript: Bool) {
    self.bytes = bytes
    self.isScript = isScript
    lean.reserveCapacity(bytes.count)
  }

  private var next: UInt8? { at + 1 < bytes.count ? bytes[at + 1] : nil }

  /// - Returns: whether every text, template and comment that begins also ends.
  private mutating func run() -> Bool {
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        copy()
        isLineStart = true
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        if isLineStart { at += 1 } else { copy() }
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
        guard skipComment() else { return false }
      case UInt8(ascii: "/") where isScript && next == UInt8(ascii: "/"):
        while at < bytes.count, bytes[at] != UInt8(ascii: "\n"), bytes[at] != UInt8(ascii: "\r") { at += 1 }
      default:
        isLineStart = false
        guard takeToken() else { return false }
      }
    }
    return braces.isEmpty
  }

  private mutating func takeToken() -> Bool {
    switch bytes[at] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return take(until: bytes[at])
    case UInt8(ascii: "`") where isScript:
      copy()
      return takeTemplate()
    case UInt8(ascii: "/") where isScript:
      switch SlashMeaning(after: lean, closedCondition: closedCondition) {
      case .pattern: return take(until: UInt8(ascii: "/"))
      case .unsure where restMatters: return false
      case .division, .unsure: break
      }
    case UInt8(ascii: "(") where isScript:
      conditions.append(SlashMeaning.isConditionNext(after: lean))
    case UInt8(ascii: ")") where isScript:
      closedCondition = conditions.popLast() ?? false
    case UInt8(ascii: "(") where !isScript && isAddress:
      while at < bytes.count, bytes[at] != UInt8(ascii: ")") { copy() }
      return at < bytes.count
    case UInt8(ascii: "{") where !braces.isEmpty:
      braces[braces.count - 1] += 1
    case UInt8(ascii: "}") where !braces.isEmpty:
      if braces[braces.count - 1] == 0 {
        braces.removeLast()
        copy()
        return takeTemplate()
      }
      braces[braces.count - 1] -= 1
    default: break
    }
    copy()
    return true
  }

  private mutating func copy() {
    lean.append(bytes[at])
    at += 1
  }

  /// What is between two quotes, or between the slashes of a pattern, on one line.
  private mutating func take(until end: UInt8) -> Bool {
    var isInClass = false
    copy()
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\n") { return false }
      copy()
      if byte == UInt8(ascii: "\\") {
        if at < bytes.count { copy() }
      } else if byte == end, !isInClass {
        return true
      } else if end == UInt8(ascii: "/") {
        isInClass = byte == UInt8(ascii: "[") || (isInClass && byte != UInt8(ascii: "]"))
      }
    }
    return false
  }

  /// A template's text up to its end or to an expression in it: as it is, over any number of lines.
  private mutating func takeTemplate() -> Bool {
    while at < bytes.count {
      let byte = bytes[at]
      let isExpression = byte == UInt8(ascii: "$") && next == UInt8(ascii: "{")
      copy()
      if byte == UInt8(ascii: "`") { return true }
      if byte == UInt8(ascii: "\\"), at < bytes.count { copy() }
      if isExpression {
        copy()
        braces.append(0)
        return true
      }
    }
    return false
  }

  private mutating func skipComment() -> Bool {
    var end = at + 2
    while end + 1 < bytes.count, bytes[end] != UInt8(ascii: "*") || bytes[end + 1] != UInt8(ascii: "/") {
      end += 1
    }
    guard end + 1 < bytes.count else { return false }
    end += 2
    let comment = bytes[at..<end]
    let after = bytes[end...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    let isLast = after == nil || after == UInt8(ascii: "\n") || after == UInt8(ascii: "\r")
    let stays = comment.dropFirst(2).first == UInt8(ascii: "!") || !(isLineStart || isLast)
    lean += stays ? Array(comment) : comment.filter { $0 == UInt8(ascii: "\n") }
    at = end
    if stays { isLineStart = false }
    return true
  }

  /// Whether the rest of the line holds what would be read otherwise within a pattern than behind a division.
  private var restMatters: Bool {
    var before = bytes[at]
    for byte in bytes[(at + 1)...].prefix(while: { $0 != UInt8(ascii: "\n") }) {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        return true
      case UInt8(ascii: "/") where before == UInt8(ascii: "/"),
        UInt8(ascii: "*") where before == UInt8(ascii: "/"):
        return true
      default: before = byte
      }
    }
    return false
  }

  /// Whether a bracket begins an address without quotes, in which nothing is a comment.
  private var isAddress: Bool {
    guard lean.suffix(3).map({ $0 | 0x20 }) == Array("url".utf8) else { return false }
    let first = bytes[(at + 1)...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return first != UInt8(ascii: "\"") && first != UInt8(ascii: "'")
  }
}
