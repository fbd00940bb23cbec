/// What a server's owner decides and hears. All calls come on the loop's thread.
///
/// Any method of a peer may be called from inside any of these.
public protocol SocketServerDelegate: AnyObject {
  /// A handshake that RFC 6455 allows, for the server's path and subprotocol, asks to be let in.
  func upgrade(_ request: UpgradeRequest) -> UpgradeAnswer
  /// A peer is connected and not turned away; frames may be sent.
  func opened(_ peer: Peer)
  /// A whole text message came; it is valid UTF-8 and gone after the call.
  func received(_ text: UnsafeRawBufferPointer, from peer: Peer)
  /// A whole binary message came; its content is not kept.
  func receivedBinary(from peer: Peer)
  /// A peer that was opened has ended or is ending; nothing is sent to it any more. Comes exactly once.
  func closed(_ peer: Peer)
  /// A whole HTTP request came; it may be answered now or later.
  func request(_ exchange: HTTPExchange)
}

/// The answer to a handshake.
public enum UpgradeAnswer {
  /// Let it in, with the server's subprotocol if it was offered.
  case accept
  /// The same, with what becomes the peer's context.
  case acceptAs(AnyObject)
  /// Accept the handshake and close at once, with a code and a reason of at most 123 bytes: a browser hides an HTTP
  /// answer from its page. The owner hears nothing of this peer.
  case turnAway(code: UInt16, reason: String)
  /// Answer with this status and a JSON body.
  case refuse(status: Int, body: [UInt8])
}
