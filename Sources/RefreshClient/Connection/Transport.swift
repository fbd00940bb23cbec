/// Makes WebSocket connections for a client; the one piece of it that depends on a platform.
public protocol Transport: Sendable {
  /// Opens a connection to a `ws:` or `wss:` URL, offering subprotocols, the one that is to be spoken first.
  ///
  /// Cancelling the task that waits ends the attempt.
  /// - Throws: an error that says why there is no connection; ``ConnectGivenUp`` after a cancellation, if it is known
  ///   how far the attempt had come.
  func connect(to url: String, subprotocols: [String]) async throws -> any TransportConnection
}

/// What a connection brings.
public enum TransportEvent: Equatable, Sendable {
  /// A whole text message.
  case text([UInt8])
  /// The connection's end; 1006 if no close code came.
  case closed(code: UInt16, reason: String)
}

/// An open WebSocket connection.
///
/// A connection holds back the peer while nobody receives, instead of keeping messages without bound.
public protocol TransportConnection: Sendable {
  /// Waits for the next event; after `closed` it is always `closed`. One task at a time waits. Cancelling it changes nothing.
  func receive() async -> TransportEvent
  /// Queues a text message, in order; nothing happens on a closed connection.
  func send(_ text: [UInt8])
  /// Closes with a code; `receive` still ends with `closed`.
  func close(code: UInt16, reason: String)
  /// Cuts the connection without a close frame, as a lost network does; `receive` ends with `closed`, 1006.
  func drop()
}
