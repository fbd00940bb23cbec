import RefreshClient
import RefreshWire
import Synchronization

/// A transport in memory: the test is the server, connection by connection.
final class ScriptedTransport: Transport {
  struct Refused: Error {}

  private let attempts = Mailbox<ScriptedConnection>()
  private let answers = Mailbox<Bool>()
  private let reach = Atomic(false)
  /// Whether an attempt that is given up had come to the server.
  var wasReached: Bool {
    get { reach.load(ordering: .relaxed) }
    set { reach.store(newValue, ordering: .relaxed) }
  }

  func connect(to url: String, subprotocols: [String]) async throws -> any TransportConnection {
    guard url == "ws://test/live", subprotocols == ["refresh.v1"] else { throw Refused() }
    guard let isTaken = try? await answers.take() else { throw ConnectGivenUp(wasReached: wasReached) }
    guard isTaken else { throw Refused() }
    let connection = ScriptedConnection()
    attempts.put(connection)
    return connection
  }

  /// Lets the next attempt succeed, and waits for it.
  func accept() async throws -> ScriptedConnection {
    answers.put(true)
    return try await attempts.take()
  }

  /// Lets the next attempt fail.
  func refuse() { answers.put(false) }
}

/// The server's end of a connection, and the client's.
final class ScriptedConnection: TransportConnection {
  private let toClient = Mailbox<TransportEvent>()
  private let toServer = Mailbox<[UInt8]>()
  /// How the client closed: a code, or 0 if it dropped the connection.
  let ended = Mailbox<UInt16>()
  private let end = Mutex<TransportEvent?>(nil)
  private let received = Atomic(0)

  func receive() async -> TransportEvent {
    if let end = end.withLock({ $0 }) { return end }
    guard let event = try? await toClient.take() else { return .closed(code: 1006, reason: "") }
    received.add(1, ordering: .relaxed)
    if case .closed = event { end.withLock { $0 = event } }
    return event
  }

  func send(_ text: [UInt8]) { toServer.put(text) }

  func close(code: UInt16, reason: String) {
    ended.put(code)
    toClient.put(.closed(code: code, reason: reason))
  }

  func drop() {
    ended.put(0)
    toClient.put(.closed(code: 1006, reason: "dropped"))
  }

  /// How many events the client has taken.
  var taken: Int { received.load(ordering: .relaxed) }

  /// Sends the client a message.
  func deliver(_ message: ServerMessage) { toClient.put(.text(message.encoded())) }

  /// Sends the client any text.
  func deliver(text: String) { toClient.put(.text(Array(text.utf8))) }

  /// Closes the server's end.
  func hangUp(_ code: UInt16, _ reason: String = "") { toClient.put(.closed(code: code, reason: reason)) }

  /// Waits for the client's next message.
  func next() async throws -> ClientMessage {
    let text = try await toServer.take()
    return try text.withUnsafeBytes { bytes in
      Result { () throws(DecodeError) in try ClientMessage.decode(bytes) }
    }.get()
  }
}

/// Values on their way from one task to another; takes end with an error when the task is cancelled.
final class Mailbox<Value: Sendable>: Sendable {
  private let stream: AsyncStream<Value>
  private let continuation: AsyncStream<Value>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func put(_ value: Value) { continuation.yield(value) }

  func take() async throws -> Value {
    var iterator = stream.makeAsyncIterator()
    guard let value = await iterator.next() else { throw CancellationError() }
    return value
  }
}
