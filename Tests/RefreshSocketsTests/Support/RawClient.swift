import TestSupport

/// A TCP client that sends exactly the bytes it is told to.
final class RawClient: @unchecked Sendable {
  private let socket: BareSocket
  private var buffer: [UInt8] = []
  /// The other end has closed or reset.
  private(set) var hasEnded = false

  convenience init?(_ port: Int) {
    self.init("127.0.0.1", port)
  }

  /// `nil` if nobody listens there.
  init?(_ host: String, _ port: Int, receiveBuffer: Int32? = nil) {
    guard let socket = try? BareSocket(host: host, port: port, receiveBuffer: receiveBuffer) else {
      return nil
    }
    self.socket = socket
  }

  var descriptor: Int32 { socket.descriptor }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool { socket.send(bytes) }

  @discardableResult
  func send(_ text: String) -> Bool { socket.send(text) }

  func endSending() { socket.finish() }

  /// Ends the connection with a reset, as a killed machine's peer sees it.
  func reset() { socket.reset() }

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
    switch socket.read(65_536) {
    case .bytes(let bytes):
      buffer += bytes
      return true
    case .nothing: return false
    case .end, .reset:
      hasEnded = true
      return false
    }
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
