/// Texts as they stand between a JSON string's quotes.
enum JSONEscapes {
  /// Appends a text, what must be escaped escaped.
  static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var plain = 0
    for at in 0..<text.count where length(text[at]) > 1 {
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[plain..<at]))
      plain = at + 1
      bytes.append(UInt8(ascii: "\\"))
      switch text[at] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(text[at])
      case 0x08: bytes.append(UInt8(ascii: "b"))
      case 0x09: bytes.append(UInt8(ascii: "t"))
      case 0x0A: bytes.append(UInt8(ascii: "n"))
      case 0x0C: bytes.append(UInt8(ascii: "f"))
      case 0x0D: bytes.append(UInt8(ascii: "r"))
      default:
        bytes.append(contentsOf: "u00".utf8)
        bytes.append(hex[Int(text[at] >> 4)])
        bytes.append(hex[Int(text[at] & 15)])
      }
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[plain...]))
  }

  /// How many bytes a text takes between the quotes.
  static func size(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    text.reduce(0) { $0 + length($1) }
  }

  private static func length(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0A, 0x0C, 0x0D: 2
    case 0..<0x20: 6
    default: 1
    }
  }

  private static let hex: [UInt8] = Array("0123456789abcdef".utf8)
}
