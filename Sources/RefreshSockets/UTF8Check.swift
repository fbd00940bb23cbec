/// Whether bytes are UTF-8 as RFC 3629 has it: nothing overlong, no surrogates, nothing above U+10FFFF.
func isValidUTF8(_ bytes: RawSpan) -> Bool {
  var at = 0
  let count = bytes.byteCount
  while at < count {
    if count - at >= 8,
      bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      at += 8
      continue
    }
    let first = bytes.unsafeLoad(fromByteOffset: at, as: UInt8.self)
    if first < 0x80 {
      at += 1
      continue
    }
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xbf
    switch first {
    case 0xc2...0xdf: length = 2
    case 0xe0: (length, second) = (3, 0xa0...0xbf)
    case 0xe1...0xec, 0xee...0xef: length = 3
    case 0xed: (length, second) = (3, 0x80...0x9f)
    case 0xf0: (length, second) = (4, 0x90...0xbf)
    case 0xf1...0xf3: length = 4
    case 0xf4: (length, second) = (4, 0x80...0x8f)
    default: return false
    }
    guard at + length <= count, second.contains(bytes.unsafeLoad(fromByteOffset: at + 1, as: UInt8.self))
    else {
      return false
    }
    for offset in 2..<max(2, length)
    where !(0x80...0xbf).contains(bytes.unsafeLoad(fromByteOffset: at + offset, as: UInt8.self)) {
      return false
    }
    at += length
  }
  return true
}
