/// What the owner of a client connection hears. All calls come on the loop's thread.
public protocol ClientSocketDelegate: AnyObject {
  /// Somebody has taken the connection, with TLS where that is wanted, and is asked for a WebSocket.
  func reached(_ socket: ClientSocket)
  /// The connection stands; `subprotocol` is what the server chose, if anything.
  func opened(_ socket: ClientSocket, subprotocol: String?)
  /// A whole text message came; it is valid UTF-8 and gone after the call.
  func received(_ text: UnsafeRawBufferPointer, from socket: ClientSocket)
  /// There is no connection, for this reason. Comes at most once, and then nothing else.
  func failed(_ socket: ClientSocket, reason: String)
  /// The connection has ended; 1006 if no close frame came. Comes once for each one that was opened.
  func closed(_ socket: ClientSocket, code: UInt16, reason: String)
}
