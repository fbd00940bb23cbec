/// What a slash in a script means that begins no comment.
enum SlashMeaning {
  case division
  /// It begins a regular expression.
  case pattern
  /// Only who reads the script as a whole can tell.
  case unsure

  /// By what stands before it.
  /// - Parameter closedCondition: whether the bracket that was closed last held a condition.
  init(after script: [UInt8], closedCondition: Bool) {
    let before = script.reversed().drop { $0 <= UInt8(ascii: " ") }
    guard let last = before.first else {
      self = .pattern
      return
    }
    if last == UInt8(ascii: ")") {
      self = closedCondition ? .pattern : .division
    } else if "(,=:[!&|?{;*%<>~^".utf8.contains(last) {
      self = .pattern
    } else if "]\"'`".utf8.contains(last) {
      self = .division
    } else if Self.isWord(last) {
      let word = Self.word(before)
      if let first = before.dropFirst(word.utf8.count).first, ".#".utf8.contains(first) {
        self = .division
      } else {
        self = Self.keywords.contains(word) ? .pattern : Self.sometimes.contains(word) ? .unsure : .division
      }
    } else {
      // A brace closes a block or a value, and `++` stands on either side of one.
      self = .unsure
    }
  }

  /// Whether a bracket that is opened now holds a condition, behind which a statement begins.
  static func isConditionNext(after script: [UInt8]) -> Bool {
    ["if", "while", "for", "with"].contains(word(script.reversed().drop { $0 <= UInt8(ascii: " ") }))
  }

  private static func word(_ before: some Sequence<UInt8>) -> String {
    String(decoding: before.prefix(while: isWord).reversed(), as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// Behind these a value begins.
  private static let keywords: Set = [
    "return", "typeof", "case", "in", "do", "else", "delete", "void", "throw", "new", "instanceof", "default",
    "extends",
  ]
  /// Behind these, too, where they are not names themselves.
  private static let sometimes: Set = ["of", "yield", "await"]
}
