import CLibWebSockets

extension UpgradeRequest {
  /// The answer to a client that may not stay: the handshake is accepted and ended with a close code at once, since a
  /// browser tells its page neither the status nor the words of a handshake that failed.
  func farewell(code: UInt16, reason: String) -> [UInt8] {
    let chosen = offersSubprotocol ? "Sec-WebSocket-Protocol: \(subprotocol)\r\n" : ""
    let head =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Accept: \(accept)\r\n\(chosen)\r\n"
    return Array(head.utf8) + closeFrame(code: code, reason: reason)
  }

  /// RFC 6455, 4.2.2: the digest of the key and the protocol's own number.
  private var accept: String {
    let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { coded in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digest in
        lws_SHA1(text, text.count, digest.baseAddress)
        digest.withMemoryRebound(to: CChar.self) { digest in
          _ = lws_b64_encode_string(digest.baseAddress, 20, coded.baseAddress, 32)
        }
      }
      return String(cString: coded.baseAddress!)
    }
  }
}
