import CLibWebSockets

/// What libwebsockets tells about a server's connections. Each connection carries its peer, retained from its
/// handing over to its destruction.
func serverCallback(
  _ wsi: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
  _ data: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
  guard let wsi else { return 0 }
  switch reason {
  case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
    guard let owner = LwsContext.owner(of: wsi) else { return -1 }
    let server = Unmanaged<SocketServer>.fromOpaque(owner).takeUnretainedValue()
    guard let peer = server.arriving else { return -1 }
    lws_set_opaque_user_data(wsi, Unmanaged.passRetained(peer).toOpaque())
    peer.handle = wsi
    return 0
  case LWS_CALLBACK_WSI_DESTROY:
    guard let opaque = lws_get_opaque_user_data(wsi) else { return 0 }
    lws_set_opaque_user_data(wsi, nil)
    let peer = Unmanaged<Peer>.fromOpaque(opaque).takeRetainedValue()
    peer.end()
    peer.handle = nil
    peer.leave()
    return 0
  default:
    break
  }
  guard let opaque = lws_get_opaque_user_data(wsi) else { return 0 }
  let peer = Unmanaged<Peer>.fromOpaque(opaque).takeUnretainedValue()
  switch reason {
  case LWS_CALLBACK_ADD_HEADERS:
    if let data, peer.sendsSubprotocol { return addSubprotocol(peer.server.settings.subprotocol, to: data) }
  case LWS_CALLBACK_ESTABLISHED:
    peer.server.established(peer, wsi)
  case LWS_CALLBACK_RECEIVE:
    peer.receive(UnsafeRawBufferPointer(start: data, count: count))
  case LWS_CALLBACK_RECEIVE_PONG:
    peer.pong()
  case LWS_CALLBACK_SERVER_WRITEABLE:
    peer.writable()
  case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
    return peer.peerCloses(UnsafeRawBufferPointer(start: data, count: count)) ? 0 : -1
  case LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL:
    peer.libraryCloses()
  case LWS_CALLBACK_CLOSED:
    peer.end()
  default:
    break
  }
  return 0
}

private func addSubprotocol(_ name: String, to data: UnsafeMutableRawPointer) -> Int32 {
  let arguments = data.assumingMemoryBound(to: lws_process_html_args.self)
  let line = "Sec-WebSocket-Protocol: \(name)\r\n"
  guard line.utf8.count < arguments.pointee.max_len, var at = arguments.pointee.p else { return -1 }
  for byte in line.utf8 {
    at.pointee = CChar(bitPattern: byte)
    at += 1
  }
  arguments.pointee.p = at
  return 0
}
