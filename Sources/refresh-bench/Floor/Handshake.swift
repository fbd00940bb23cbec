/// SHA-1 and Base64, which the WebSocket handshake asks for (RFC 6455, 4.2.2).
enum Handshake {
  private static let suffix = Array("258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)

  /// The value of Sec-WebSocket-Accept for a key.
  static func accept(_ key: some Collection<UInt8>) -> [UInt8] { base64(sha1(Array(key) + suffix)) }

  static func sha1(_ message: [UInt8]) -> [UInt8] {
    var h: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    withUnsafeBytes(of: UInt64(message.count * 8).bigEndian) { bytes += $0 }
    var w = [UInt32](repeating: 0, count: 80)
    for block in stride(from: 0, to: bytes.count, by: 64) {
      for i in 0..<16 {
        w[i] = (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[block + i * 4 + $1]) }
      }
      for i in 16..<80 { w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1) }
      var (a, b, c, d, e) = (h[0], h[1], h[2], h[3], h[4])
      for i in 0..<80 {
        let (f, k): (UInt32, UInt32) =
          i < 20
          ? (b & c | ~b & d, 0x5a82_7999)
          : i < 40
            ? (b ^ c ^ d, 0x6ed9_eba1)
            : i < 60 ? (b & c | b & d | c & d, 0x8f1b_bcdc) : (b ^ c ^ d, 0xca62_c1d6)
        (a, b, c, d, e) = (rotate(a, 5) &+ f &+ e &+ k &+ w[i], a, rotate(b, 30), c, d)
      }
      for (i, value) in [a, b, c, d, e].enumerated() { h[i] = h[i] &+ value }
    }
    return h.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
  }

  private static func rotate(_ value: UInt32, _ by: UInt32) -> UInt32 { value << by | value >> (32 - by) }

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - part.count))
      for place in 0..<4 {
        text.append(
          place <= part.count ? alphabet[Int(bits >> UInt32(18 - 6 * place)) & 63] : UInt8(ascii: "="))
      }
    }
    return text
  }
}
