import Glibc

/// A connection to a port of this machine that is written and read by the byte, and cut where a test wants it.
public final class BareSocket: Sendable {
  /// Nobody takes a connection there.
  public struct Refused: Error, CustomStringConvertible {
    /// Where.
    public let description: String
  }

  /// What a read has come to.
  public enum Received {
    /// What came.
    case bytes([UInt8])
    /// Nothing, within the patience.
    case nothing
    /// The other end has said that it will send no more.
    case end
    /// The connection broke.
    case reset
  }

  /// The system's number of it, for what this does not do.
  public let descriptor: Int32

  /// Connects.
  /// - Parameters:
  ///   - host: an address.
  ///   - receiveBuffer: how much the system takes while nobody reads.
  ///   - patience: how long a read waits, in milliseconds.
  public init(
    host: String = "127.0.0.1", port: Int, receiveBuffer: Int32? = nil, patience: Int = 60_000
  ) throws(Refused) {
    let refused = Refused(description: "\(host), port \(port), takes no connection")
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICHOST
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &list) == 0, let list else { throw refused }
    defer { freeaddrinfo(list) }
    descriptor = socket(
      list.pointee.ai_family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var limit = timeval(tv_sec: patience / 1_000, tv_usec: patience % 1_000 * 1_000)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    if let receiveBuffer { set(SOL_SOCKET, SO_RCVBUF, receiveBuffer) }
    guard connect(descriptor, list.pointee.ai_addr, list.pointee.ai_addrlen) == 0 else { throw refused }
    set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
  }

  deinit { close(descriptor) }

  private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Says bytes.
  /// - Returns: whether the system took them all.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let got = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if got <= 0 { return false }
      sent += got
    }
    return true
  }

  /// Says a text.
  @discardableResult
  public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// What comes next, at most so many bytes.
  public func read(_ most: Int) -> Received {
    var bytes = [UInt8](repeating: 0, count: most)
    while true {
      let got = recv(descriptor, &bytes, most, 0)
      if got > 0 { return .bytes(Array(bytes[..<got])) }
      if got == 0 { return .end }
      if errno != EINTR { return errno == EAGAIN ? .nothing : .reset }
    }
  }

  /// What comes next, at most so many bytes: none if nothing came in time, `nil` at the end.
  public func receive(_ most: Int) -> [UInt8]? {
    switch read(most) {
    case .bytes(let bytes): bytes
    case .nothing: []
    case .end, .reset: nil
    }
  }

  /// Everything up to an end; what there is if it does not come.
  public func receive(through end: String) -> String {
    var text: [UInt8] = []
    while !text.suffix(end.utf8.count).elementsEqual(end.utf8), let more = receive(1), !more.isEmpty {
      text += more
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Says that nothing more follows.
  public func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Makes the connection end with a reset, as a machine that vanished and came back ends it.
  public func resetAtEnd() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
  }

  /// Ends it with a reset at once.
  public func reset() {
    resetAtEnd()
    let other = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    // Closes the connection, and keeps the number for `deinit`.
    dup2(other, descriptor)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    close(other)
  }
}
