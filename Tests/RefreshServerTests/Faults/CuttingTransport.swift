import RefreshClient
import RefreshClientSockets
import Synchronization

/// Connections of a Swift client that are cut at random, as often as its seed says, until it is calm.
final class CuttingTransport: Transport {
  private let chance: Chance
  private let state = Mutex((isCalm: false, cuts: 0))

  init(seed: Int) { chance = Chance(seed: seed) }

  var cuts: Int { state.withLock { $0.cuts } }

  /// Cuts nothing any more.
  func calm() { state.withLock { $0.isCalm = true } }

  func connect(to url: String, subprotocols: [String]) async throws -> any TransportConnection {
    let connection = try await Person.transport.connect(to: url, subprotocols: subprotocols)
    return CutConnection(connection, after: chance.number(in: 0...25), of: self)
  }

  fileprivate func mayCut() -> Bool {
    state.withLock { state in
      if !state.isCalm { state.cuts += 1 }
      return !state.isCalm
    }
  }

  private final class CutConnection: TransportConnection {
    private let connection: any TransportConnection
    private let transport: CuttingTransport
    private let left: Mutex<Int>

    init(_ connection: any TransportConnection, after messages: Int, of transport: CuttingTransport) {
      self.connection = connection
      self.transport = transport
      left = Mutex(messages)
    }

    func receive() async -> TransportEvent {
      let isOver = left.withLock { left in
        left -= 1
        return left < 0
      }
      if isOver, transport.mayCut() { connection.drop() }
      return await connection.receive()
    }

    func send(_ text: [UInt8]) { connection.send(text) }
    func close(code: UInt16, reason: String) { connection.close(code: code, reason: reason) }
    func drop() { connection.drop() }
  }
}
