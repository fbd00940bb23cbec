/// Scripts and style sheets as they go out: without comments and indentation, which only those who read the source need.
/// Every line stays in its place, so that what a browser says of a line is true of the file. A comment that begins with
/// `/*!`, as licences do, stays too.
struct LeanSource {
  private let bytes: [UInt8]
  private let isScript: Bool
  private var at = 0
  private var lean: [UInt8] = []
  /// Nothing but space has come in this line.
  private var isLineStart = true
  /// For each template that is open, how many braces are open in its expression.
  private var braces: [Int] = []

  /// A file's lean form; the file as it is where it is not what its type says, or cannot be told for sure.
  static func of(_ bytes: [UInt8], type: String) -> [UInt8] {
    let isScript = type.hasPrefix("text/javascript")
    guard isScript || type.hasPrefix("text/css") else { return bytes }
    var source = LeanSource(bytes, isScript: isScript)
    return source.run() ? source.lean : bytes
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
    case UInt8(ascii: "/") where isScript && isPattern:
      return take(until: UInt8(ascii: "/"))
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
    let stays = at + 2 < bytes.count && bytes[at + 2] == UInt8(ascii: "!")
    var end = at + 2
    while end + 1 < bytes.count, bytes[end] != UInt8(ascii: "*") || bytes[end + 1] != UInt8(ascii: "/") {
      end += 1
    }
    guard end + 1 < bytes.count else { return false }
    let comment = bytes[at..<end + 2]
    at = end + 2
    let lines = comment.filter { $0 == UInt8(ascii: "\n") }
    if stays {
      lean += comment
    } else if lines.isEmpty {
      // What it stood between stays apart.
      if !isLineStart { lean.append(UInt8(ascii: " ")) }
    } else {
      lean += lines
      isLineStart = true
    }
    return true
  }

  /// Whether a slash begins a pattern and is not a division, by what stands before it. A mistake takes a division's
  /// right side for a pattern, which goes out as it is, or finds a text that does not end.
  private var isPattern: Bool {
    let before = lean.reversed().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    guard let last = before.first else { return true }
    if Self.beforeValues.contains(last) { return true }
    let word = String(
      decoding: before.prefix { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }.reversed(), as: UTF8.self
    )
    return Self.wordsBeforeValues.contains(word)
  }

  private static let beforeValues = Set("(,=:[!&|?{;+-*%<>~^".utf8)
  private static let wordsBeforeValues: Set = [
    "return", "typeof", "case", "in", "of", "do", "else", "yield", "await", "delete", "void", "throw", "new",
  ]
}
