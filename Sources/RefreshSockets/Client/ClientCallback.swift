import CLibWebSockets

/// What libwebsockets tells about client connections. A connection carries its socket, which the client holds until
/// the end has been told.
func clientCallback(
  _ wsi: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
  _ data: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
  guard let wsi, let opaque = lws_get_opaque_user_data(wsi) else { return 0 }
  let socket = Unmanaged<ClientSocket>.fromOpaque(opaque).takeUnretainedValue()
  let bytes = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : count)
  switch reason {
  case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
    socket.reached()
  case LWS_CALLBACK_CLIENT_FILTER_PRE_ESTABLISH:
    // The answer's fields are gone when the connection is established.
    socket.subprotocol = headerText(wsi, WSI_TOKEN_PROTOCOL)
  case LWS_CALLBACK_CLIENT_ESTABLISHED:
    socket.established()
  case LWS_CALLBACK_CLIENT_RECEIVE:
    socket.receive(bytes)
  case LWS_CALLBACK_CLIENT_WRITEABLE:
    socket.writable()
  case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
    return socket.serverCloses(bytes) ? 0 : -1
  case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    lws_set_opaque_user_data(wsi, nil)
    let status = lws_http_client_http_response(wsi)
    let words = bytes.isEmpty ? nil : String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    socket.end(failure: status > 101 ? "the server refused with status \(status)" : words)
  case LWS_CALLBACK_CLIENT_CLOSED, LWS_CALLBACK_WSI_DESTROY:
    lws_set_opaque_user_data(wsi, nil)
    socket.end()
  default:
    break
  }
  return 0
}

private func headerText(_ wsi: OpaquePointer, _ token: lws_token_indexes) -> String? {
  let count = Int(lws_hdr_total_length(wsi, token))
  guard count > 0 else { return nil }
  return withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { text in
    guard lws_hdr_copy(wsi, text.baseAddress, Int32(count + 1), token) >= 0 else { return nil }
    return String(cString: text.baseAddress!)
  }
}
