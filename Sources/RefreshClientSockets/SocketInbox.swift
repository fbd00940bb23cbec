import RefreshClient
import RefreshSockets
import Synchronization

/// What a socket has brought and nobody has received yet. The loop's thread fills it, any task empties it.
///
/// While it is full the socket is not read, so that the server is held back instead of memory filled.
final class SocketInbox: ClientSocketDelegate, @unchecked Sendable {
  /// How many bytes, or messages, wait before the socket is not read any more.
  private static let full = (bytes: 262_144, messages: 1_024)

  private enum Opening {
    case idle
    case waiting(CheckedContinuation<Void, any Error>)
    case settled
  }

  private struct Guarded {
    var opening = Opening.idle
    var wasReached = false
    var subprotocol: String?
    var messages: [[UInt8]] = []
    /// The next message to hand out.
    var head = 0
    var bytes = 0
    var end: TransportEvent?
    var waiter: (id: Int, continuation: CheckedContinuation<TransportEvent?, Never>)?
    var lastWaiter = 0
    var isPaused = false

    mutating func next() -> TransportEvent? {
      guard head < messages.count else { return end }
      let message = messages[head]
      head += 1
      bytes -= message.count
      if head * 2 > messages.count && head >= 64 || head == messages.count {
        messages.removeFirst(head)
        head = 0
      }
      return .text(message)
    }
  }

  private let loop: SocketLoop
  private let guarded = Mutex(Guarded())
  /// Confined to the loop's thread.
  private(set) var socket: ClientSocket?
  /// Confined to the loop's thread: the attempt was given up before there was a socket.
  private var isUnwanted = false

  init(_ loop: SocketLoop) { self.loop = loop }

  /// What the server chose.
  var subprotocol: String? { guarded.withLock { $0.subprotocol } }

  // MARK: opening

  /// Notes who waits for the connection to open; false if the attempt was given up already.
  func awaitOpening(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
    guarded.withLock { guarded in
      guard case .idle = guarded.opening else {
        continuation.resume(throwing: ConnectGivenUp(wasReached: false))
        return false
      }
      guarded.opening = .waiting(continuation)
      return true
    }
  }

  /// The socket that tries to connect.
  func connected(_ socket: ClientSocket) {
    self.socket = socket
    if isUnwanted { socket.drop() }
  }

  /// The attempt has succeeded or failed.
  func settle(_ result: Result<Void, any Error>) {
    guarded.withLock { guarded in
      if case .waiting(let continuation) = guarded.opening { continuation.resume(with: result) }
      guarded.opening = .settled
    }
  }

  /// Nobody waits for the attempt any more.
  func giveUp() {
    let (wasOpen, wasReached) = guarded.withLock { guarded in
      if case .settled = guarded.opening { return (true, true) }
      return (false, guarded.wasReached)
    }
    guard !wasOpen else { return }
    settle(.failure(ConnectGivenUp(wasReached: wasReached)))
    loop.post { _ in
      self.isUnwanted = true
      self.socket?.drop()
    }
  }

  // MARK: what the socket tells

  func reached(_ socket: ClientSocket) { guarded.withLock { $0.wasReached = true } }

  func opened(_ socket: ClientSocket, subprotocol: String?) {
    guarded.withLock { $0.subprotocol = subprotocol }
    settle(.success(()))
  }

  func failed(_ socket: ClientSocket, reason: String) {
    self.socket = nil
    settle(.failure(ConnectError(reason: reason)))
  }

  func received(_ text: UnsafeRawBufferPointer, from socket: ClientSocket) {
    let message = Array(text)
    let isFull = guarded.withLock { guarded in
      guarded.messages.append(message)
      guarded.bytes += message.count
      wake(&guarded)
      guard guarded.bytes >= Self.full.bytes || guarded.messages.count - guarded.head >= Self.full.messages
      else { return false }
      guarded.isPaused = true
      return true
    }
    // Also if it is paused already: what was read before is still delivered, and a resumption may be on its way.
    if isFull { socket.pauseReading() }
  }

  func closed(_ socket: ClientSocket, code: UInt16, reason: String) {
    self.socket = nil
    guarded.withLock { guarded in
      guarded.end = .closed(code: code, reason: reason)
      wake(&guarded)
    }
  }

  // MARK: receiving

  /// Waits for the next event, for ever or as long as said.
  func next(within limit: Duration? = nil) async -> TransportEvent? {
    let id = guarded.withLock { guarded in
      guarded.lastWaiter += 1
      return guarded.lastWaiter
    }
    var timeout: Task<Void, any Error>?
    defer { timeout?.cancel() }
    return await withCheckedContinuation { continuation in
      guarded.withLock { guarded in
        precondition(guarded.waiter == nil, "one task at a time receives from a connection")
        guarded.waiter = (id, continuation)
        wake(&guarded)
      }
      timeout = limit.map { limit in
        Task {
          try await Task.sleep(for: limit)
          self.stopWaiting(id)
        }
      }
    }
  }

  private func stopWaiting(_ id: Int) {
    guarded.withLock { guarded in
      guard guarded.waiter?.id == id else { return }
      guarded.waiter?.continuation.resume(returning: nil)
      guarded.waiter = nil
    }
  }

  private func wake(_ guarded: inout Guarded) {
    guard let waiter = guarded.waiter, let event = guarded.next() else { return }
    guarded.waiter = nil
    waiter.continuation.resume(returning: event)
    // Half empty before reading goes on, so that it does not stop and go with each message.
    if guarded.isPaused, guarded.bytes <= Self.full.bytes / 2,
      guarded.messages.count - guarded.head <= Self.full.messages / 2
    {
      guarded.isPaused = false
      loop.post { _ in self.socket?.resumeReading() }
    }
  }
}
