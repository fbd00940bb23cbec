/// The opaque text of a position: base64url, without padding, of epoch, sequence and digest, 32 bytes in all.
extension Position {
  /// The position that a text stands for, nil if the text is not one that ``text`` gives.
  public init?(_ text: String) {
    guard text.utf8.count == 43, let bytes = Base64URL.decode(text), bytes.count == 32 else { return nil }
    let numbers = [0, 8].map { start in
      bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    guard let sequence = Int(exactly: numbers[1]) else { return nil }
    self.init(epoch: numbers[0], sequence: sequence, digest: Array(bytes[16...]))
  }

  /// The position as it is written on the wire.
  public var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for number in [epoch, UInt64(max(0, sequence))] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
      }
    }
    bytes.append(contentsOf: digest)
    return Base64URL.encode(bytes)
  }
}

/// Base64 in the alphabet that needs no escapes in a URL (RFC 4648, section 5), without padding.
enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The text of some bytes.
  static func encode(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
      var length = 0
      var bits: UInt32 = 0
      var held = 0
      func put(_ value: UInt32) {
        text[length] = alphabet[Int(value & 63)]
        length += 1
      }
      for byte in bytes {
        bits = bits << 8 | UInt32(byte)
        held += 8
        while held >= 6 {
          held -= 6
          put(bits >> UInt32(held))
        }
      }
      if held > 0 { put(bits << UInt32(6 - held)) }
      return length
    }
  }

  /// The bytes of a text, nil if ``encode(_:)`` does not give this text.
  static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var held = 0
    for character in text.utf8 {
      guard let value = value(character) else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      held += 6
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
      }
    }
    guard held < 6, bits & (1 << UInt32(held) - 1) == 0 else { return nil }
    return bytes
  }

  private static func value(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
