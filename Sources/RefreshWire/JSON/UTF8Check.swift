/// Checks UTF-8 byte by byte (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
enum UTF8Check {
  /// The length of the character that begins at `bytes`, 0 if it is not UTF-8 or does not end within `count` bytes.
  static func length(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    guard count > 0 else { return 0 }
    let lead = bytes[0]
    if lead < 0x80 { return 1 }
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if lead == 0xE0 { second = 0xA0...0xBF }
      if lead == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if lead == 0xF0 { second = 0x90...0xBF }
      if lead == 0xF4 { second = 0x80...0x8F }
    default: return 0
    }
    guard count >= length, second.contains(bytes[1]) else { return 0 }
    for index in 2..<max(length, 2) where bytes[index] & 0xC0 != 0x80 { return 0 }
    return length
  }

  /// Whether all of a text is UTF-8.
  static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return true }
    var at = 0
    while at < bytes.count {
      let step = length(base + at, bytes.count - at)
      guard step > 0 else { return false }
      at += step
    }
    return true
  }
}

/// Hexadecimal digits.
enum HexDigit {
  /// The value of a digit, nil if it is none.
  static func value(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
