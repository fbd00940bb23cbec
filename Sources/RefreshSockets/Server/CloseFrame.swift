import CLibWebSockets

/// A close frame as it goes out.
func closeFrame(code: UInt16, reason: String) -> [UInt8] {
  let reason = closeReason(reason)
  return [0x88, UInt8(2 + reason.count), UInt8(code >> 8), UInt8(code & 0xff)] + reason
}

/// Tells libwebsockets what the close frame says that it sends when a receiving callback fails.
func setCloseReason(_ wsi: OpaquePointer, code: UInt16, reason: String) {
  var bytes = closeReason(reason)
  bytes.withUnsafeMutableBufferPointer { bytes in
    lws_close_reason(wsi, lws_close_status(rawValue: UInt32(code)), bytes.baseAddress, bytes.count)
  }
}

/// At most the 123 bytes that fit, not cut in the middle of a character.
private func closeReason(_ text: String) -> [UInt8] {
  var bytes = Array(text.utf8.prefix(123))
  while !isValidUTF8(bytes.span.bytes) { bytes.removeLast() }
  return bytes
}
