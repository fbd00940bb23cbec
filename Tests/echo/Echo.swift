import RefreshSockets

/// Sends back what it gets. The socket layer keeps no binary content, so binary messages are refused, as RFC 6455 lets
/// an endpoint do.
final class Echo: SocketServerDelegate {
  func upgrade(_ request: UpgradeRequest) -> UpgradeAnswer { .accept }
  func opened(_ peer: Peer) {}
  func received(_ text: UnsafeRawBufferPointer, from peer: Peer) { peer.send(Frame(text: Array(text))) }
  func receivedBinary(from peer: Peer) { peer.close(code: 1003, reason: "only text is echoed") }
  func closed(_ peer: Peer) {}
  func request(_ exchange: HTTPExchange) { exchange.respond(status: 426) }
}
