/// Checks a text that comes in pieces, and finds what is not UTF-8 with the first byte that shows it.
struct UTF8Progress {
  /// How many bytes the character under way still needs.
  private var missing: UInt8 = 0
  /// The first and the last value that its next byte may have.
  private var lowest: UInt8 = 0x80
  private var highest: UInt8 = 0xbf

  /// Whether the text may end here.
  var isWhole: Bool { missing == 0 }

  /// - Returns: whether the text can still be UTF-8; once it cannot, there is nothing more to check.
  mutating func take(_ piece: UnsafeRawBufferPointer) -> Bool {
    for byte in piece where byte >= 0x80 || missing > 0 {
      guard take(byte) else { return false }
    }
    return true
  }

  /// The well-formed sequences of Unicode's table 3-7: nothing overlong, no surrogates, nothing above U+10FFFF.
  private mutating func take(_ byte: UInt8) -> Bool {
    if missing > 0 {
      guard lowest <= byte, byte <= highest else { return false }
      missing -= 1
      (lowest, highest) = (0x80, 0xbf)
      return true
    }
    switch byte {
    case 0xc2...0xdf: missing = 1
    case 0xe0...0xef: missing = 2
    case 0xf0...0xf4: missing = 3
    default: return false
    }
    switch byte {
    case 0xe0: lowest = 0xa0
    case 0xed: highest = 0x9f
    case 0xf0: lowest = 0x90
    case 0xf4: highest = 0x8f
    default: break
    }
    return true
  }
}
