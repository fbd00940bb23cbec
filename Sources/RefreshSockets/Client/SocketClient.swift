import CLibWebSockets
import RefreshLoop

/// Makes WebSocket connections from one loop. Confined to the loop's thread.
///
/// Names are looked up on the loop's thread, which waits for the answer: give clients a loop of their own.
public final class SocketClient {
  let loop: EventLoop
  let context: LwsContext
  /// Connections that libwebsockets has not ended yet.
  private var isClosed = false
  private var sockets: [ObjectIdentifier: ClientSocket] = [:]

  /// - Throws: ``SocketError`` if libwebsockets cannot start.
  public init(on loop: EventLoop) throws(SocketError) {
    loop.preconditionInLoop()
    self.loop = loop
    context = try LwsContext(
      on: loop, name: "refresh-client", serving: false, receiveBuffer: 4_096, callback: clientCallback,
      user: nil)
  }

  /// Begins to connect; the delegate hears how it goes, never during this call.
  /// - Parameters:
  ///   - url: `ws:` or `wss:`; certificates are checked against the system's authorities.
  ///   - subprotocol: what is offered; `nil` offers nothing.
  ///   - maxMessage: the longest message taken, in bytes; a longer one ends the connection with 1009.
  /// - Throws: ``SocketError`` if the URL is not one.
  public func connect(
    to url: String, subprotocol: String? = "refresh.v1", origin: String? = nil, maxMessage: Int = 4_194_304,
    delegate: any ClientSocketDelegate
  ) throws(SocketError) -> ClientSocket {
    loop.preconditionInLoop()
    guard !isClosed else { throw SocketError(.failed, "the client has been closed; make another one") }
    guard let place = SocketURL(url) else {
      throw SocketError(
        .addressNotFound, "not a WebSocket address: \(url); it looks like ws://host:port/path")
    }
    let socket = ClientSocket(client: self, maxMessage: maxMessage, delegate: delegate)
    sockets[ObjectIdentifier(socket)] = socket
    socket.isConnecting = true
    let made = start(socket, place, subprotocol: subprotocol, origin: origin)
    if let made {
      socket.created(made)
    } else {
      socket.end(failure: "could not connect to \(place.authority)")
    }
    socket.isConnecting = false
    context.wake()
    return socket
  }

  /// Cuts every connection, within the loop's next turns, and makes no more.
  public func close() {
    loop.preconditionInLoop()
    for socket in sockets.values { socket.drop() }
    isClosed = true
    context.close()
  }

  func remove(_ socket: ClientSocket) {
    sockets[ObjectIdentifier(socket)] = nil
  }

  private func start(
    _ socket: ClientSocket, _ place: SocketURL, subprotocol: String?, origin: String?
  ) -> OpaquePointer? {
    var info = lws_client_connect_info()
    info.context = context.raw
    info.vhost = context.vhost
    info.port = Int32(place.port)
    info.ssl_connection = place.isSecure ? Int32(LCCSCF_USE_SSL.rawValue) : 0
    info.opaque_user_data = Unmanaged.passUnretained(socket).toOpaque()
    // libwebsockets copies every text during the call.
    return place.host.withCString { host in
      place.target.withCString { target in
        place.authority.withCString { authority in
          "http/1.1".withCString { alpn in
            withCString(subprotocol) { subprotocol in
              withCString(origin) { origin in
                info.address = host
                info.path = target
                info.host = authority
                info.alpn = alpn
                info.protocol = subprotocol
                info.origin = origin
                return lws_client_connect_via_info(&info)
              }
            }
          }
        }
      }
    }
  }
}

private func withCString<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
  guard let text else { return body(nil) }
  return text.withCString { body($0) }
}
