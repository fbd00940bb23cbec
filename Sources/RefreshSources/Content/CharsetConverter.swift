import Glibc

/// A conversion of the C library from one charset to UTF-8.
final class CharsetConverter {
  private let raw: iconv_t

  /// `nil` if this system does not know the charset.
  init?(from name: String) {
    guard let raw = iconv_open("UTF-8", name), raw != iconv_t(bitPattern: -1) else { return nil }
    self.raw = raw
  }

  deinit { iconv_close(raw) }

  /// The text in UTF-8; each byte that is part of no character becomes U+FFFD.
  func convert(_ body: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(body.count + body.count / 4)
    var input = body
    var piece = [CChar](repeating: 0, count: 16_384)
    input.withUnsafeMutableBytes { bytes in
      var from = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = bytes.count
      while left > 0 {
        let (code, count) = piece.withUnsafeMutableBufferPointer { piece in
          var to = piece.baseAddress
          var room = piece.count
          let done = iconv(raw, &from, &left, &to, &room)
          return (done == Int(bitPattern: UInt.max) ? errno : 0, piece.count - room)
        }
        text += piece[..<count].lazy.map { UInt8(bitPattern: $0) }
        switch code {
        case EILSEQ:
          text += [0xEF, 0xBF, 0xBD]
          from = from?.advanced(by: 1)
          left -= 1
        case E2BIG: continue
        case 0: continue
        default:
          // A character that the end cuts.
          text += [0xEF, 0xBF, 0xBD]
          left = 0
        }
      }
    }
    return text
  }
}
