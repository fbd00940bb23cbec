import CLibUV
import Glibc
import RefreshLoop

/// A connection that speaks HTTP/1: requests one after the other, until it is upgraded or ends.
final class HTTPConnection: SocketPollHandler {
  enum State {
    case head(HTTPHeadParser)
    case body(HTTPRequestHead, HTTPBodyReader)
    /// The owner has the request; with a streaming answer, `chunked` says how its parts are framed.
    case answering(HTTPExchange, keepsAlive: Bool, isHead: Bool, isHTTP11: Bool)
    case streaming(HTTPExchange, keepsAlive: Bool, chunked: Bool, silent: Bool)
    /// Everything has been said; what still comes is thrown away, so that the answer is not lost to a reset.
    case lingering
    case closed
  }

  /// The longest that a refused peer is listened to, in milliseconds.
  private static let lingerTime = 2_000

  let remoteAddress: String
  unowned let server: SocketServer
  private let descriptor: Int32
  private var poll: SocketPoll!
  var state: State
  private var input: [UInt8] = []
  var output = OutputBuffer()
  var deadline: Int
  /// The peer will send no more.
  var inputEnded = false
  /// Requests that are already here are read in one go, not one call inside the other.
  private var isReading = false

  init?(_ descriptor: Int32, server: SocketServer, remoteAddress: String) {
    self.descriptor = descriptor
    self.server = server
    self.remoteAddress = remoteAddress
    state = .head(HTTPHeadParser(maxHead: server.settings.maxHead))
    deadline = server.time + server.settings.requestTime
    guard let poll = SocketPoll(descriptor, on: server.loop, for: self) else { return nil }
    self.poll = poll
    watch()
  }

  var backlog: Int { output.count }

  func ready(_ events: Int32) {
    if events & Int32(UV_WRITABLE.rawValue) != 0 { flush() }
    if events & Int32(UV_READABLE.rawValue | UV_DISCONNECT.rawValue) != 0 { receive() }
  }

  /// The peer has reset the connection.
  func broke() { close() }

  /// Ends what takes too long.
  func check(at now: Int) {
    guard now > deadline else { return }
    switch state {
    case .head where !input.isEmpty, .body:
      refuse(HTTPRefusal(408, "too-slow", "the request did not arrive in time"))
    case .answering where output.isEmpty, .streaming where output.isEmpty:
      deadline = .max
    default:
      close()
    }
  }

  func close() {
    guard !isClosed else { return }
    let exchange = currentExchange
    state = .closed
    poll.close()
    Glibc.close(descriptor)
    server.remove(self)
    exchange?.over()
  }

  // MARK: Reading

  private func receive() {
    switch state {
    case .head, .body:
      guard fill() else { return }
      readRequests()
    case .lingering:
      guard fill() else { return }
      input.removeAll(keepingCapacity: true)
      if inputEnded { close() }
    case .answering:
      // The peer may have closed only its own side: the answer still goes out.
      inputEnded = true
      watch()
    case .streaming:
      close()
    case .closed:
      break
    }
  }

  /// - Returns: whether the connection is still there.
  private func fill() -> Bool {
    let before = input.count
    let got = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65_536) { buffer in
      let got = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if got > 0 { input.append(contentsOf: buffer[..<got]) }
      return got
    }
    if got == 0 {
      inputEnded = true
      if case .lingering = state { return true }
      close()
      return false
    }
    if got < 0 {
      if errno == EAGAIN || errno == EINTR { return input.count > before }
      close()
      return false
    }
    return true
  }

  /// Takes as many requests out of the input as can be answered now.
  func readRequests() {
    guard !isReading else { return }
    isReading = true
    defer { isReading = false }
    do {
      while try readOne() {}
    } catch {
      refuse(error)
    }
    watch()
  }

  /// - Returns: whether there may be another one.
  private func readOne() throws(HTTPRefusal) -> Bool {
    switch state {
    case .head(var parser):
      if input.isEmpty { return false }
      switch try parser.parse(input) {
      case .needsMore:
        state = .head(parser)
        return false
      case .head(let head, let count):
        input.removeFirst(count)
        if UpgradeRequest.isMeant(by: head) { return try upgrade(head) }
        let reader = try HTTPBodyReader(head, maxBody: server.settings.maxBody)
        if !reader.isDone, input.isEmpty, head.lists("expect", "100-continue") {
          output.append(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
          flush()
          if isClosed { return false }
        }
        state = .body(head, reader)
        return true
      }
    case .body(let head, var reader):
      try reader.take(from: &input)
      guard reader.isDone else {
        state = .body(head, reader)
        return false
      }
      let exchange = HTTPExchange(head: head, body: reader.body, connection: self)
      deadline = .max
      state = .answering(
        exchange, keepsAlive: head.keepsAlive, isHead: head.method == "HEAD", isHTTP11: head.isHTTP11)
      server.delegate?.request(exchange)
      return true
    case .answering, .streaming, .lingering, .closed:
      return false
    }
  }

  private func upgrade(_ head: HTTPRequestHead) throws(HTTPRefusal) -> Bool {
    let request = try UpgradeRequest(head, settings: server.settings, remoteAddress: remoteAddress)
    switch server.delegate?.upgrade(request) ?? .refuse(status: 503, body: []) {
    case .accept:
      guard output.isEmpty else { throw .malformed("a handshake must wait for the answers before it") }
      let early = input
      state = .closed
      poll.close()
      server.remove(self)
      server.handOver(descriptor, request, early: early)
    case .refuse(let status, let body):
      finish(
        HTTPAnswer.head(
          status, [HTTPHeader("Content-Type", "application/json")], length: body.count, keepsAlive: false)
          + body)
    }
    return false
  }

  func refuse(_ refusal: HTTPRefusal) {
    let body = refusal.body
    let fields = [HTTPHeader("Content-Type", "application/json")] + refusal.headers
    finish(HTTPAnswer.head(refusal.status, fields, length: body.count, keepsAlive: false) + body)
  }

  func flush() {
    guard !isClosed else { return }
    let before = output.count
    guard output.send(to: descriptor) else { return close() }
    if output.isEmpty {
      if case .lingering = state, !output.isShut {
        output.shut(descriptor)
        deadline = server.time + Self.lingerTime
        if inputEnded { return close() }
      }
      if before > 0, case .streaming(let exchange, _, _, _) = state { exchange.onDrain?() }
    } else if output.count < before {
      deadline = max(deadline == .max ? 0 : deadline, server.time + server.settings.stall)
    }
    watch()
  }

  private func watch() {
    guard !isClosed else { return }
    var events = output.isEmpty ? 0 : Int32(UV_WRITABLE.rawValue)
    switch state {
    case .head, .body:
      // Requests behind an answer that is still going out wait in the system's buffer.
      if output.isEmpty { events |= Int32(UV_READABLE.rawValue) }
    case .lingering:
      if !inputEnded { events |= Int32(UV_READABLE.rawValue) }
    case .answering, .streaming:
      if !inputEnded { events |= Int32(UV_DISCONNECT.rawValue) }
    case .closed:
      break
    }
    poll.watch(events)
  }

  var isClosed: Bool {
    if case .closed = state { true } else { false }
  }

  var currentExchange: HTTPExchange? {
    switch state {
    case .answering(let exchange, _, _, _), .streaming(let exchange, _, _, _): exchange
    default: nil
    }
  }
}
