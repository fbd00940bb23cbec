import Testing

/// A frame as it came from the server.
struct RawFrame: Equatable {
  var isFinal: Bool
  var opcode: UInt8
  var payload: [UInt8]

  var text: String { String(decoding: payload, as: UTF8.self) }
  /// The code of a close frame.
  var code: Int? { opcode == 8 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil }
}

extension RawClient {
  static let key = "dGhlIHNhbXBsZSBub25jZQ=="

  func handshake(
    path: String = "/live", method: String = "GET", version: String = "13",
    subprotocol: String? = "refresh.v1",
    extra: [String] = [], following: [UInt8] = []
  ) -> Answer? {
    var fields = [
      "\(method) \(path) HTTP/1.1", "Host: test", "Upgrade: websocket", "Connection: keep-alive, Upgrade",
      "Sec-WebSocket-Key: \(RawClient.key)", "Sec-WebSocket-Version: \(version)",
    ]
    if let subprotocol { fields.append("Sec-WebSocket-Protocol: \(subprotocol)") }
    send(Array(((fields + extra).joined(separator: "\r\n") + "\r\n\r\n").utf8) + following)
    return answer()
  }

  static func frame(
    _ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, isMasked: Bool = true,
    mask: [UInt8] = [0x11, 0x22, 0x33, 0x44]
  ) -> [UInt8] {
    var bytes: [UInt8] = [opcode | (isFinal ? 0x80 : 0)]
    let masked: UInt8 = isMasked ? 0x80 : 0
    if payload.count < 126 {
      bytes.append(UInt8(payload.count) | masked)
    } else if payload.count < 65_536 {
      bytes += [126 | masked, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
    } else {
      bytes.append(127 | masked)
      for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(payload.count >> shift & 0xff)) }
    }
    guard isMasked else { return bytes + payload }
    return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
  }

  func sendText(_ text: String) { send(RawClient.frame(1, Array(text.utf8))) }

  /// The next frame, pings included.
  func anyFrame() -> RawFrame? {
    guard let head = take(2) else { return nil }
    var length = Int(head[1] & 0x7f)
    if length == 126 {
      guard let more = take(2) else { return nil }
      length = Int(more[0]) << 8 | Int(more[1])
    } else if length == 127 {
      guard let more = take(8) else { return nil }
      length = more.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let payload = length == 0 ? [] : take(length) else { return nil }
    return RawFrame(isFinal: head[0] & 0x80 != 0, opcode: head[0] & 0x0f, payload: payload)
  }

  /// The next text or close frame; pings are answered on the way.
  func frame() -> RawFrame? {
    while let frame = anyFrame() {
      if frame.opcode == 9 { send(RawClient.frame(10, frame.payload)) }
      if frame.opcode == 1 || frame.opcode == 8 { return frame }
    }
    return nil
  }

  /// Answers so many pings; nothing else may come.
  func answerPings(_ count: Int) throws {
    for _ in 0..<count {
      let frame = try #require(anyFrame())
      #expect(frame.opcode == 9)
      send(RawClient.frame(10, frame.payload))
    }
  }

  func sendClose(_ code: Int) { send(RawClient.frame(8, [UInt8(code >> 8), UInt8(code & 0xff)])) }
}
