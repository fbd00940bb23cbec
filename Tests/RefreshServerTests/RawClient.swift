import RefreshClient
import RefreshClientSockets
import RefreshEngine
import RefreshWire
import TestSupport

/// A connection that says exactly what a test wants said.
final class RawClient: Sendable {
  private let connection: SocketConnection

  /// - Parameter token: is shown as a page shows it, beside the subprotocol that is spoken.
  init(_ url: String, token: String? = nil) async throws {
    let shown = token.map { ", token." + Base64URL.encode(Array($0.utf8)) } ?? ""
    connection = try await Person.transport.open(url, subprotocol: "refresh.v1" + shown)
  }

  /// What the server has chosen.
  var subprotocol: String? { connection.subprotocol }

  func send(_ text: String) { connection.send(Array(text.utf8)) }
  func sendBinary(_ bytes: [UInt8]) { connection.sendBinary(bytes) }
  func drop() { connection.drop() }

  /// Sends messages of at most 65 535 bytes in one piece, so that the server reads them in one turn.
  func sendTogether(_ texts: [String]) {
    connection.sendRaw(texts.flatMap { BareSocket.frame($0) })
  }

  /// The next event, or ``Silence``.
  private func next(within seconds: Double) async throws -> TransportEvent {
    let connection = connection
    return try await withThrowingTaskGroup(of: TransportEvent.self) { group in
      group.addTask { await connection.receive() }
      group.addTask {
        try await Task.sleep(for: .seconds(seconds))
        connection.drop()
        throw Silence(description: "waited \(seconds) s in vain on a raw connection")
      }
      defer { group.cancelAll() }
      return try await group.next()!
    }
  }

  /// Reads messages until one has what is looked for.
  @discardableResult
  func until<Found>(within seconds: Double = 60, _ find: (ServerMessage) throws -> Found?) async throws
    -> Found
  {
    while true {
      switch try await next(within: seconds) {
      case .closed(let code, let reason): throw Silence(description: "closed with \(code) \(reason)")
      case .text(let bytes):
        guard let message = try bytes.withUnsafeBytes({ try ServerMessage.decode($0) }) else { continue }
        if let found = try find(message) { return found }
      }
    }
  }

  /// Reads until the connection is closed.
  func close(within seconds: Double = 60) async throws -> (code: UInt16, reason: String) {
    while true {
      if case .closed(let code, let reason) = try await next(within: seconds) { return (code, reason) }
    }
  }

  func hello() async throws -> HelloMessage {
    try await until { if case .hello(let message) = $0 { message } else { nil } }
  }

  func error() async throws -> ErrorMessage {
    try await until { if case .error(let message) = $0 { message } else { nil } }
  }

  func pull(_ n: Int) async throws -> PullReport {
    try await until { if case .pull(let message) = $0, message.report.n >= n { message.report } else { nil } }
  }
}
