import Synchronization
import TestSupport

/// Connections that subscribe and then take nothing, as a stopped browser does.
final class FrozenReaders: Sendable {
  private let port: Int
  private let sockets = Mutex<[BareSocket]>([])
  private let opened = Atomic(0)

  init(port: Int) { self.port = port }

  var count: Int { opened.load(ordering: .relaxed) }

  /// Ends those there are and opens so many.
  func replace(_ count: Int) {
    close()
    for _ in 0..<count {
      if let socket = open() { sockets.withLock { $0.append(socket) } }
    }
  }

  func close() { sockets.withLock { $0 = [] } }

  private func open() -> BareSocket? {
    // So small that it is soon full.
    guard let socket = try? BareSocket(port: port, receiveBuffer: 2_048),
      socket.send(
        Array(BareSocket.handshake().utf8)
          + BareSocket.frame(#"{"type":"subscribe","feed":"main","tail":1000}"#))
    else { return nil }
    opened.add(1, ordering: .relaxed)
    return socket
  }
}
