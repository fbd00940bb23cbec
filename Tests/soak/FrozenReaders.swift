import Glibc
import Synchronization

/// Connections that subscribe and then take nothing, as a stopped browser does.
final class FrozenReaders: Sendable {
  private let port: Int
  private let sockets = Mutex<[Int32]>([])
  private let opened = Atomic(0)

  init(port: Int) { self.port = port }

  deinit { close() }

  var count: Int { opened.load(ordering: .relaxed) }

  /// Ends those there are and opens so many.
  func replace(_ count: Int) {
    close()
    for _ in 0..<count {
      if let socket = open() { sockets.withLock { $0.append(socket) } }
    }
  }

  func close() {
    let all = sockets.withLock { sockets in
      defer { sockets = [] }
      return sockets
    }
    for socket in all { Glibc.close(socket) }
  }

  private func open() -> Int32? {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return nil }
    // So small that it is soon full.
    var size: Int32 = 2_048
    setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafeBytes(of: &address) { bytes in
      connect(socket, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    let handshake = [
      "GET /live HTTP/1.1", "Host: 127.0.0.1", "Connection: Upgrade", "Upgrade: websocket",
      "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
    ].joined(separator: "\r\n")
    let subscribe = #"{"type":"subscribe","feed":"main","tail":1000}"#
    let bytes =
      Array(handshake.utf8) + [0x81, 0x80 | UInt8(subscribe.utf8.count), 0, 0, 0, 0] + Array(subscribe.utf8)
    guard connected == 0, send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      Glibc.close(socket)
      return nil
    }
    opened.add(1, ordering: .relaxed)
    return socket
  }
}
