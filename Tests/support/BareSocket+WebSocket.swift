/// What a client of WebSocket says.
extension BareSocket {
  /// The fields that ask for a WebSocket.
  public static let upgrade = [
    "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ]

  /// A handshake, with more fields.
  public static func handshake(_ more: [String] = []) -> String {
    (["GET /live HTTP/1.1", "Host: 127.0.0.1"] + upgrade + more + ["", ""]).joined(separator: "\r\n")
  }

  /// A frame of at most 65 535 bytes, masked with zeros.
  public static func frame(_ text: String, opcode: UInt8 = 1) -> [UInt8] {
    let payload = Array(text.utf8)
    let length: [UInt8] =
      payload.count < 126
      ? [0x80 | UInt8(payload.count)]
      : [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
    return [0x80 | opcode] + length + [0, 0, 0, 0] + payload
  }
}
