import CLibUV
import Glibc
import RefreshLoop

/// A connection that speaks HTTP/1: requests one after the other, until it is upgraded or ends.
final class HTTPConnection: SocketPollHandler {
  enum State {
    /// The parser has what has come of a head.
    case head
    /// The body reader has what has come of the body.
    case body(HTTPRequestHead)
    /// The owner has the request; with a streaming answer, `chunked` says how its parts are framed.
    case answering(HTTPExchange, keepsAlive: Bool, isHead: Bool, isHTTP11: Bool)
    case streaming(HTTPExchange, keepsAlive: Bool, chunked: Bool, silent: Bool)
    /// Everything has been said; what still comes is thrown away, so that the answer is not lost to a reset.
    case lingering
    case closed
  }

  /// The longest that a refused peer is listened to, in milliseconds.
  static let lingerTime = 2_000

  /// Who asks; behind a trusted proxy whom that names.
  var address: IPAddress
  /// The connection's other end.
  let peerAddress: IPAddress
  let place: Door.Place
  unowned let server: SocketServer
  let descriptor: Int32
  /// From when it first had to wait for something.
  var poll: SocketPoll?
  var state = State.head
  // Not parts of the state: taken out of it and put back, what they hold would be copied for each piece that comes.
  var parser: HTTPHeadParser
  var body: HTTPBodyReader?
  var input: [UInt8] = []
  /// A byte of the next request is here.
  var requestHasBegun = false
  /// What this connection takes of the memory for bodies.
  var heldBody = 0 {
    didSet { server.heldBodies += heldBody - oldValue }
  }
  var output = OutputBuffer()
  var deadline: Int
  /// How many bytes the other end had not acknowledged when that was last looked at.
  private var untaken = Int32.max
  /// The peer will send no more.
  var inputEnded = false
  /// Something has come behind the request that is being answered.
  var moreWaits = false
  /// Requests that are already here are read in one go, not one call inside the other.
  var isReading = false

  init(_ descriptor: Int32, server: SocketServer, _ address: IPAddress, _ place: Door.Place) {
    self.descriptor = descriptor
    self.server = server
    self.address = address
    self.place = place
    peerAddress = address
    parser = HTTPHeadParser(maxHead: server.settings.maxHead)
    deadline = 0
    restartDeadline()
  }

  /// Reads what has come already, which spares most handshakes being watched for.
  func begin() {
    receive()
    watch()
  }

  var backlog: Int { output.count }

  func ready(_ events: Int32) {
    if events & Int32(UV_WRITABLE.rawValue) != 0 {
      flush()
      // Requests that had come with the one before.
      if case .head = state { readRequests() }
    }
    if events & Int32(UV_DISCONNECT.rawValue) == 0, currentExchange != nil {
      if events & Int32(UV_READABLE.rawValue) != 0 { moreWaits = true }
      watch()
    } else if events & Int32(UV_READABLE.rawValue | UV_DISCONNECT.rawValue) != 0 {
      receive()
    }
  }

  /// The peer has reset the connection.
  func broke() { close() }

  /// Ends what takes too long.
  func check(at now: Int) {
    if !output.isEmpty { noteProgress(at: now) }
    guard now > deadline else { return }
    switch state {
    case .head where requestHasBegun, .body:
      refuse(HTTPRefusal(408, "too-slow", "the request did not arrive in time"))
    case .answering where output.isEmpty, .streaming where output.isEmpty:
      deadline = .max
    default:
      if !output.isEmpty { server.tally.slowAnswers += 1 }
      close()
    }
  }

  /// What the other end has acknowledged counts as taken, also while the socket is not yet said to be writable.
  private func noteProgress(at now: Int) {
    guard let left = unacknowledged(descriptor) else { return }
    if left < untaken, untaken != .max { deadline = now + server.settings.stall }
    untaken = left
  }

  /// The server stops: a request that has come in part is answered, so that its sender need not guess.
  func stop() {
    switch state {
    case .head where requestHasBegun, .body:
      refuse(HTTPRefusal(503, "draining", "the server is stopping; try again soon"))
      // What has not been read when a socket closes would take the answer with it.
      discardInput(of: descriptor)
    default:
      break
    }
    close()
  }

  func close() {
    guard !isClosed else { return }
    let exchange = currentExchange
    state = .closed
    heldBody = 0
    poll?.close()
    Glibc.close(descriptor)
    server.remove(self)
    server.door.leave(place, at: server.loop.now)
    exchange?.over()
  }

  func refuse(_ refusal: HTTPRefusal) {
    let body = refusal.body
    count(refusal.status)
    let fields = [HTTPHeader("Content-Type", "application/json")] + refusal.headers
    finish(HTTPAnswer.head(refusal.status, fields, length: body.count, keepsAlive: false) + body)
  }

  /// Counts an answer.
  func count(_ status: Int) { server.tally.answers[status, default: 0] += 1 }

  func flush() {
    guard !isClosed else { return }
    let before = output.count
    guard output.send(to: descriptor) else { return close() }
    server.tally.bytesOut &+= before - output.count
    if output.isEmpty {
      if case .lingering = state, !output.isShut {
        output.shut(descriptor)
        deadline = server.time + Self.lingerTime
        if inputEnded { return close() }
      }
      if before > 0 { restartDeadline() }
      if before > 0, case .streaming(let exchange, _, _, _) = state { exchange.onDrain?() }
    } else {
      // What waits has to be taken before anything else can be waited for.
      let stall = server.time + server.settings.stall
      if output.count < before || deadline > stall { deadline = stall }
      untaken = .max
    }
    watch()
  }

  func watch() {
    guard !isClosed else { return }
    var events = output.isEmpty ? 0 : Int32(UV_WRITABLE.rawValue)
    switch state {
    case .head, .body:
      // Requests behind an answer that is still going out wait in the system's buffer.
      if output.isEmpty { events |= Int32(UV_READABLE.rawValue) }
    case .lingering:
      if !inputEnded { events |= Int32(UV_READABLE.rawValue) }
    case .answering, .streaming:
      // The peer's end is what counts. Until something comes, what was watched before shows it too: to change that
      // costs as much as the rest of a small request.
      if !inputEnded { events |= Int32(moreWaits ? UV_DISCONNECT.rawValue : UV_READABLE.rawValue) }
    case .closed:
      break
    }
    if poll == nil, events != 0 {
      poll = SocketPoll(descriptor, on: server.loop, for: self)
      guard poll != nil else { return close() }
    }
    poll?.watch(events)
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
