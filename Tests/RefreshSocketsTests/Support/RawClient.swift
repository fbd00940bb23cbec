import Glibc

/// A TCP client that sends exactly the bytes it is told to.
final class RawClient: @unchecked Sendable {
  let descriptor: Int32
  private var buffer: [UInt8] = []
  /// The other end has closed or reset.
  private(set) var hasEnded = false

  convenience init?(_ port: Int) {
    self.init("127.0.0.1", port)
  }

  /// `nil` if nobody listens there.
  init?(_ host: String, _ port: Int, receiveBuffer: Int32? = nil) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICHOST
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &list) == 0, let list else { return nil }
    defer { freeaddrinfo(list) }
    descriptor = socket(list.pointee.ai_family, Int32(SOCK_STREAM.rawValue), 0)
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    guard connect(descriptor, list.pointee.ai_addr, list.pointee.ai_addrlen) == 0 else {
      close(descriptor)
      return nil
    }
    var limit = timeval(tv_sec: 15, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { close(descriptor) }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
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

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends the connection with a reset, as a killed machine's peer sees it.
  func reset() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    let other = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    // Closes the connection, and keeps the number for `deinit`.
    dup2(other, descriptor)
    close(other)
  }

  /// Exactly so many bytes, or `nil` if the connection ends before.
  func take(_ count: Int) -> [UInt8]? {
    while buffer.count < count {
      guard fill() else { return nil }
    }
    let taken = Array(buffer[..<count])
    buffer.removeFirst(count)
    return taken
  }

  /// Everything up to the end of the connection.
  func takeAll() -> [UInt8] {
    while fill() {}
    let all = buffer
    buffer = []
    return all
  }

  func take(through end: String) -> String? {
    let end = Array(end.utf8)
    while true {
      if buffer.count >= end.count {
        for at in 0...(buffer.count - end.count) where Array(buffer[at..<(at + end.count)]) == end {
          return take(at + end.count).map { String(decoding: $0, as: UTF8.self) }
        }
      }
      guard fill() else { return nil }
    }
  }

  private func fill() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let got = recv(descriptor, &bytes, bytes.count, 0)
    if got <= 0 {
      hasEnded = got == 0 || errno == ECONNRESET
      return false
    }
    buffer += bytes[..<got]
    return true
  }
}

/// An answer as it came.
struct Answer: Equatable {
  var status: Int
  var head: String
  var body: String

  func header(_ name: String) -> String? {
    for line in head.split(separator: "\r\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == name.lowercased() {
        return String(parts[1].drop { $0 == " " })
      }
    }
    return nil
  }
}

extension RawClient {
  /// Sends a request with a Host field and reads the answer.
  func ask(_ line: String, _ fields: [String] = [], body: String = "", hasBody: Bool = true) -> Answer? {
    let all = ["\(line) HTTP/1.1", "Host: test"] + fields
    send(all.joined(separator: "\r\n") + "\r\n\r\n" + body)
    return answer(hasBody: hasBody)
  }

  func answer(hasBody: Bool = true) -> Answer? {
    guard let head = take(through: "\r\n\r\n") else { return nil }
    let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    var answer = Answer(status: status, head: head, body: "")
    guard hasBody, status != 304, status != 204, status != 101 else { return answer }
    if let length = answer.header("content-length").flatMap({ Int($0) }) {
      guard let bytes = take(length) else { return nil }
      answer.body = String(decoding: bytes, as: UTF8.self)
    } else if answer.header("transfer-encoding") == "chunked" {
      while let line = take(through: "\r\n"), let size = Int(line.dropLast(2), radix: 16), size > 0 {
        answer.body += String(decoding: take(size) ?? [], as: UTF8.self)
        _ = take(2)
      }
    } else {
      answer.body = String(decoding: takeAll(), as: UTF8.self)
    }
    return answer
  }
}
