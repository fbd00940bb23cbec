import RefreshClient
import RefreshClientSockets
import Synchronization

/// A transport whose open connections can be cut, some at a time.
final class Cutter: Transport {
  private let inner: SocketTransport
  private let open = Mutex<[Int: any TransportConnection]>([:])
  private let next = Atomic(0)

  init() throws { inner = try SocketTransport() }

  var count: Int { open.withLock { $0.count } }

  /// Cuts so many connections, whichever.
  func cut(_ count: Int) {
    let chosen = open.withLock { open in
      let keys = open.keys.shuffled().prefix(count)
      return keys.compactMap { open.removeValue(forKey: $0) }
    }
    for connection in chosen { connection.drop() }
  }

  func connect(to url: String, subprotocols: [String]) async throws -> any TransportConnection {
    let connection = try await inner.connect(to: url, subprotocols: subprotocols)
    let number = next.add(1, ordering: .relaxed).newValue
    open.withLock { $0[number] = connection }
    return Listed(connection, number, self)
  }

  private func remove(_ number: Int) { open.withLock { $0[number] = nil } }

  private final class Listed: TransportConnection {
    private let connection: any TransportConnection
    private let number: Int
    private let owner: Cutter

    init(_ connection: any TransportConnection, _ number: Int, _ owner: Cutter) {
      self.connection = connection
      self.number = number
      self.owner = owner
    }

    deinit { owner.remove(number) }

    func receive() async -> TransportEvent {
      let event = await connection.receive()
      if case .closed = event { owner.remove(number) }
      return event
    }

    func send(_ text: [UInt8]) { connection.send(text) }
    func close(code: UInt16, reason: String) { connection.close(code: code, reason: reason) }
    func drop() { connection.drop() }
  }
}
