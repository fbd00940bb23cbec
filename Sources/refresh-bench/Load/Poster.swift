import Glibc

/// One HTTP connection of the load generator, with at most one request under way.
final class Poster {
  let socket: Int32
  private(set) var isBusy = false
  private(set) var sentAt: UInt64 = 0
  private var answer: [UInt8] = []
  /// The body of the last answer.
  private(set) var body: [UInt8] = []
  private(set) var status = 0

  init(_ socket: Int32) { self.socket = socket }

  /// A request that appends rows, each with a text of ``ClientFrames/rowLength`` bytes.
  static func append(rows: Int) -> [UInt8] {
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: ClientFrames.rowLength) + [10]
    let body = (0..<rows).flatMap { _ in line }
    let head =
      "POST /feeds/main/rows HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: \(body.count)\r\n\r\n"
    return Array(head.utf8) + body
  }

  /// A request for what a feed is, its position with it.
  static let feed = Array("GET /feeds/main HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)

  /// Sends a request; a long one waits until the socket has taken it.
  func send(_ request: [UInt8]) throws(Failure) {
    isBusy = true
    sentAt = nanoseconds()
    var from = 0
    while from < request.count {
      let sent = request.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress! + from, request.count - from, Int32(MSG_NOSIGNAL))
      }
      if sent > 0 {
        from += sent
      } else {
        guard errno == EAGAIN else { throw .system("sending a request") }
        var waiting = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        guard poll(&waiting, 1, 20_000) > 0 else { throw Failure("the server does not take a request") }
      }
    }
  }

  /// Takes what has come.
  /// - Returns: whether the answer is complete.
  func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    answer += bytes
    let text = String(decoding: answer, as: UTF8.self)
    guard let end = range(of: [13, 10, 13, 10], in: answer) else { return false }
    let head = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let length = head.first { $0.lowercased().hasPrefix("content-length:") }?.split(separator: " ").last
    guard let length, let count = Int(length), answer.count >= end + 4 + count else { return false }
    status = Int(text.dropFirst(9).prefix(3)) ?? 0
    body = Array(answer[(end + 4)...])
    answer = []
    isBusy = false
    return true
  }

  private func range(of pattern: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= pattern.count else { return nil }
    return (0...bytes.count - pattern.count).first { bytes[$0..<$0 + pattern.count].elementsEqual(pattern) }
  }
}
