import RefreshClient
import Synchronization

/// The transport of one client, whose connection can be cut as a lost network does.
final class CuttableTransport: Transport {
  private let inner: any Transport
  private let open = Mutex<(any TransportConnection)?>(nil)

  init(_ inner: any Transport) { self.inner = inner }

  func connect(to url: String, subprotocols: [String]) async throws -> any TransportConnection {
    let connection = try await inner.connect(to: url, subprotocols: subprotocols)
    open.withLock { $0 = connection }
    return connection
  }

  /// Cuts the connection, if there is one.
  func cut() {
    open.withLock { open in
      open?.drop()
      open = nil
    }
  }
}
