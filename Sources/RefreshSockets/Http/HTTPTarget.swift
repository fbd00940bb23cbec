/// A request's target, decoded; one that could lead elsewhere than it says is refused.
struct HTTPTarget {
  static let maxPairs = 100

  let path: String
  let query: [(name: String, value: String)]

  init(_ target: ArraySlice<UInt8>) throws(HTTPRefusal) {
    guard target.first == 0x2f else { throw .malformed("a target must begin with a slash") }
    guard target.allSatisfy({ (0x21...0x7e).contains($0) && $0 != 0x23 }) else {
      throw .malformed("a target has a character that must be percent-encoded")
    }
    let mark = target.firstIndex(of: 0x3f)
    let rawPath = target[..<(mark ?? target.endIndex)]
    // An encoded slash would let one segment pass for two.
    let encodedSlash = zip(rawPath, zip(rawPath.dropFirst(), rawPath.dropFirst(2))).contains {
      $0 == 0x25 && $1.0 == 0x32 && lowercase($1.1) == 0x66
    }
    guard !encodedSlash else { throw .malformed("a path must not hold an encoded slash") }
    let decoded = try percentDecoded(rawPath, plusIsBlank: false)
    guard !decoded.contains(0x5c) else { throw .malformed("a path must not hold a backslash") }
    for segment in decoded.split(separator: 0x2f) where segment == [0x2e] || segment == [0x2e, 0x2e] {
      throw .malformed("a path must not hold dot segments")
    }
    path = String(decoding: decoded, as: UTF8.self)
    query = try mark.map { mark throws(HTTPRefusal) in try Self.pairs(target[(mark + 1)...]) } ?? []
  }

  private static func pairs(_ text: ArraySlice<UInt8>) throws(HTTPRefusal) -> [(name: String, value: String)]
  {
    var pairs: [(name: String, value: String)] = []
    for part in text.split(separator: 0x26) {
      guard pairs.count < maxPairs else { throw .malformed("a query has at most \(maxPairs) parts") }
      let equals = part.firstIndex(of: 0x3d) ?? part.endIndex
      let name = try percentDecoded(part[..<equals], plusIsBlank: true)
      let value = equals < part.endIndex ? try percentDecoded(part[(equals + 1)...], plusIsBlank: true) : []
      pairs.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
    }
    return pairs
  }
}

private func percentDecoded(_ text: ArraySlice<UInt8>, plusIsBlank: Bool) throws(HTTPRefusal) -> [UInt8] {
  var decoded: [UInt8] = []
  decoded.reserveCapacity(text.count)
  var at = text.startIndex
  while at < text.endIndex {
    var byte = text[at]
    at += 1
    if byte == 0x25 {
      guard at + 1 < text.endIndex, let high = hexDigit(text[at]), let low = hexDigit(text[at + 1]) else {
        throw .malformed("a percent sign must be followed by two hexadecimal digits")
      }
      byte = high << 4 | low
      at += 2
    } else if byte == 0x2b, plusIsBlank {
      byte = 0x20
    }
    guard byte >= 0x20, byte != 0x7f else { throw .malformed("a target must not hold control characters") }
    decoded.append(byte)
  }
  guard isValidUTF8(decoded.span.bytes) else { throw .malformed("a target must be UTF-8") }
  return decoded
}

func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x41 + 10
  case 0x61...0x66: byte - 0x61 + 10
  default: nil
  }
}
