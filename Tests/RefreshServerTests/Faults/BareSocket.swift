import Glibc

/// A connection that is written and read by the byte, and cut where a test wants it.
final class BareSocket {
  private let descriptor: Int32

  /// Connects to a port of this machine; nothing is waited for longer than `patience`, in milliseconds.
  init(port: Int, patience: Int = 15_000) throws {
    descriptor = try Self.connected(to: port, patience: patience)
  }

  deinit { close(descriptor) }

  /// A socket that is connected to a port of this machine; nobody owns it yet.
  static func connected(to port: Int, patience: Int = 15_000) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var limit = timeval(tv_sec: patience / 1_000, tv_usec: patience % 1_000 * 1_000)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafeBytes(of: &address) { bytes in
      connect(descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    guard connected == 0 else {
      close(descriptor)
      throw Silence(description: "port \(port) takes no connection")
    }
    return descriptor
  }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// What comes next, at most so many bytes: none if nothing came in time, `nil` at the end.
  func receive(_ most: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: most)
    let got = recv(descriptor, &bytes, most, 0)
    if got < 0 { return errno == EAGAIN || errno == EINTR ? [] : nil }
    return got == 0 ? nil : Array(bytes[..<got])
  }

  /// Everything up to an end; what there is if it does not come.
  func receive(through end: String) -> String {
    var text: [UInt8] = []
    while !text.suffix(end.utf8.count).elementsEqual(end.utf8), let more = receive(1), !more.isEmpty {
      text += more
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Makes the connection end with a reset, as a machine that vanished and came back ends it.
  func resetAtEnd() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
  }

  static let handshake = [
    "GET /live HTTP/1.1", "Host: 127.0.0.1", "Connection: Upgrade", "Upgrade: websocket",
    "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Protocol: refresh.v1", "", "",
  ].joined(separator: "\r\n")

  /// A frame as a client sends it, masked with zeros.
  static func frame(_ text: String, opcode: UInt8 = 1) -> [UInt8] {
    let payload = Array(text.utf8)
    let length: [UInt8] =
      payload.count < 126
      ? [0x80 | UInt8(payload.count)]
      : [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
    return [0x80 | opcode] + length + [0, 0, 0, 0] + payload
  }
}
