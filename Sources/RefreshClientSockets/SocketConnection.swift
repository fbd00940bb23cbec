import RefreshSockets

/// One connection of a ``SocketTransport``. It is cut when nobody holds it any more.
public final class SocketConnection: TransportConnection {
  private let inbox: SocketInbox
  private let loop: SocketLoop

  init(_ inbox: SocketInbox, _ loop: SocketLoop) {
    self.inbox = inbox
    self.loop = loop
  }

  deinit { onSocket { $0.drop() } }

  /// The subprotocol that the server chose, if it did.
  public var subprotocol: String? { inbox.subprotocol }

  /// Waits for the next event; after `closed` it is always `closed`. A close frame without a code is told as 1005.
  public func receive() async -> TransportEvent {
    // Without a limit there is always an event in the end.
    await inbox.next() ?? .closed(code: 1006, reason: "")
  }

  /// Waits for the next event, nil if none comes within a time.
  public func receive(within limit: Duration) async -> TransportEvent? {
    await inbox.next(within: limit)
  }

  /// Queues a text message, in order. It should be UTF-8: nobody checks it here.
  public func send(_ text: [UInt8]) { onSocket { $0.send(text: text) } }

  /// Queues a binary message, in order.
  public func sendBinary(_ bytes: [UInt8]) { onSocket { $0.send(binary: bytes) } }

  /// Queues bytes that go out as they are, without a frame around them: for tests of what a server must refuse.
  public func sendRaw(_ bytes: [UInt8]) { onSocket { $0.send(raw: bytes) } }

  /// Closes with a code and a reason of at most 123 bytes, after what is queued.
  public func close(code: UInt16, reason: String) { onSocket { $0.close(code: code, reason: reason) } }

  /// Cuts the connection without a close frame, as a lost network does.
  public func drop() { onSocket { $0.drop() } }

  private func onSocket(_ job: @escaping @Sendable (ClientSocket) -> Void) {
    loop.post { [inbox] _ in
      if let socket = inbox.socket { job(socket) }
    }
  }
}
