/// By what a request is found again: in its answer, in the log, and in the log of the proxy or program that sent it.
enum RequestID {
  static let header = "X-Request-Id"

  /// The sender's own, if it is of a form that no log stumbles over: 1 to 64 letters, digits, `.`, `_` and `-`.
  static func given(_ field: String?) -> String? {
    guard let field, (1...64).contains(field.utf8.count), field.utf8.allSatisfy(isPlain) else { return nil }
    return field
  }

  /// A new one: sixteen hexadecimal digits.
  static func make() -> String {
    let text = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f: true
    default: false
    }
  }
}
