import RefreshSockets
import Synchronization

/// The transport on libwebsockets: any number of connections on one thread.
///
/// The thread stays as long as somebody holds the transport or one of its connections. One transport should serve a
/// whole program: ``shared()``.
public final class SocketTransport: Transport {
  private static let common = Mutex<SocketTransport?>(nil)
  let loop: SocketLoop

  /// A transport with a thread of its own.
  /// - Throws: `LoopError` or `SocketError` if the system has no descriptors, memory or libwebsockets for it.
  public init() throws {
    loop = try SocketLoop()
  }

  /// The transport that everybody in this process shares.
  /// - Throws: what ``init()`` throws.
  public static func shared() throws -> SocketTransport {
    try common.withLock { common in
      if let common { return common }
      let made = try SocketTransport()
      common = made
      return made
    }
  }

  /// Opens a connection to a `ws:` or `wss:` URL, offering subprotocols, the one that is to be spoken first.
  /// - Throws: ``ConnectError`` that says why there is no connection; ``ConnectGivenUp`` after a cancellation.
  public func connect(to url: String, subprotocols: [String]) async throws -> any TransportConnection {
    try await open(url, subprotocol: subprotocols.joined(separator: ", "))
  }

  /// Opens a connection with more choice, as tests of a server need it. Cancelling the task ends the attempt.
  /// - Parameters:
  ///   - subprotocol: what is offered, several with commas between; nil offers nothing.
  ///   - origin: what the Origin field says, as a page's would; nil: nothing.
  /// - Throws: ``ConnectError`` that says why there is no connection; ``ConnectGivenUp`` after a cancellation.
  public func open(
    _ url: String, subprotocol: String? = "refresh.v1", origin: String? = nil
  ) async throws -> SocketConnection {
    let inbox = SocketInbox(loop)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        guard inbox.awaitOpening(continuation) else { return }
        loop.post { client in
          do {
            inbox.connected(
              try client.connect(to: url, subprotocol: subprotocol, origin: origin, delegate: inbox))
          } catch {
            inbox.settle(.failure(ConnectError(reason: "\(error)")))
          }
        }
      }
    } onCancel: {
      inbox.giveUp()
    }
    return SocketConnection(inbox, loop)
  }
}

/// Why there is no connection.
public struct ConnectError: Error, Equatable, CustomStringConvertible {
  /// What kept it from opening.
  public let reason: String

  /// What kept it from opening.
  public var description: String { reason }
}
