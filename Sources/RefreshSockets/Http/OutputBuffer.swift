import Glibc

/// Bytes on their way into a socket.
struct OutputBuffer {
  private var bytes: [UInt8] = []
  private var sent = 0
  /// The sending side has been closed.
  private(set) var isShut = false

  var count: Int { bytes.count - sent }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ more: [UInt8]) {
    if isEmpty {
      bytes = more
      sent = 0
    } else {
      bytes += more
    }
  }

  /// Sends as much as the socket takes.
  /// - Returns: whether the socket is still usable.
  mutating func send(to descriptor: Int32) -> Bool {
    while sent < bytes.count {
      let got = bytes.withUnsafeBytes { bytes in
        Glibc.send(descriptor, bytes.baseAddress! + sent, bytes.count - sent, sendFlags)
      }
      if got < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN
      }
      sent += got
      // What has gone out is given back before it outweighs what has not.
      if sent > 65_536, sent * 2 > bytes.count {
        bytes.removeFirst(sent)
        sent = 0
      }
    }
    bytes = []
    sent = 0
    return true
  }

  mutating func shut(_ descriptor: Int32) {
    isShut = true
    shutdown(descriptor, Int32(SHUT_WR))
  }
}
