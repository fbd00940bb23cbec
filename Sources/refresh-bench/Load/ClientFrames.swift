/// What a client sends: the handshake and masked text frames.
enum ClientFrames {
  /// The length of a row's text in bytes: the same for all, so that a frame's length tells how many rows it holds.
  static let rowLength = 64

  static let handshake = Array(
    """
    GET /live HTTP/1.1\r
    Host: 127.0.0.1\r
    Upgrade: websocket\r
    Connection: Upgrade\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    Sec-WebSocket-Version: 13\r
    Sec-WebSocket-Protocol: refresh.v1\r
    \r

    """.utf8)

  /// A masked frame with a mask of zeros: it is valid, and spares the generator the work.
  static func text(_ payload: [UInt8], opcode: UInt8 = 1) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(payload.count + 8)
    frame.append(0x80 | opcode)
    if payload.count < 126 {
      frame.append(0x80 | UInt8(payload.count))
    } else {
      frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
    }
    frame += [0, 0, 0, 0]
    frame += payload
    return frame
  }

  /// Subscribes to `main` without old rows, or after a position.
  static func subscribe(after position: String? = nil) -> [UInt8] {
    let after = position.map { ",\"after\":\"\($0)\"" } ?? ""
    return text(Array("{\"type\":\"subscribe\",\"feed\":\"main\",\"tail\":0\(after)}".utf8))
  }

  private static let beforeN = Array("{\"type\":\"pointer\",\"feed\":\"main\",\"n\":".utf8)
  private static let down = Array(",\"phase\":\"down\",\"id\":1,\"x\":120,\"y\":".utf8)
  private static let move = Array(",\"phase\":\"move\",\"id\":1,\"x\":120,\"y\":".utf8)
  private static let after = Array(",\"scroll\":{\"top\":0,\"height\":1200,\"view\":600}}".utf8)

  /// Sample number n of a finger that went down at y 100 and then moves back and forth without ever reaching the
  /// threshold, so that each sample changes the displacement.
  static func pointer(_ n: Int) -> [UInt8] {
    let place = n % 160
    let y = n == 1 ? 100 : 110 + (place < 80 ? place : 160 - place)
    var payload: [UInt8] = []
    payload.reserveCapacity(160)
    payload += beforeN
    append(n, to: &payload)
    payload += n == 1 ? down : move
    append(y, to: &payload)
    payload += after
    return text(payload)
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    var divisor = 1
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(48 + number / divisor % 10))
      divisor /= 10
    }
  }
}
