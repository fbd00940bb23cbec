/// A WebSocket handshake, as RFC 6455 wants it.
public struct UpgradeRequest {
  let head: HTTPRequestHead
  let key: String
  /// The one that is spoken.
  let subprotocol: String
  let offersSubprotocol: Bool
  let address: IPAddress
  /// The other end's IP address, without its port; behind a trusted proxy the one that it names.
  public var remoteAddress: String { address.text }
  /// The subprotocols that the client offers, in its order.
  public let subprotocols: [String]

  /// The decoded path.
  public var path: String { head.path }
  /// The decoded query, in its order.
  public var query: [(name: String, value: String)] { head.query }
  /// The values of a header field, joined by commas; names are compared without case.
  public func header(_ name: String) -> String? { head.value(name) }

  /// Whether a request is meant as a handshake; anything else it asks to be upgraded to is passed over.
  static func isMeant(by head: HTTPRequestHead) -> Bool {
    head.lists("upgrade", "websocket")
  }

  /// - Throws: the answer to a handshake that is not as it must be.
  init(_ head: HTTPRequestHead, settings: SocketSettings, _ address: IPAddress) throws(HTTPRefusal) {
    guard head.path == settings.path else {
      throw HTTPRefusal(404, "not-found", "WebSocket connections are served at \(settings.path)")
    }
    guard head.method == "GET" else {
      throw HTTPRefusal(
        405, "method-not-allowed", "a WebSocket handshake is a GET", headers: [HTTPHeader("Allow", "GET")])
    }
    guard head.isHTTP11, head.lists("connection", "upgrade") else {
      throw .malformed("a WebSocket handshake needs HTTP/1.1 and Connection: Upgrade")
    }
    guard head.value("sec-websocket-version") == "13" else {
      throw HTTPRefusal(
        426, "upgrade-required", "this server speaks version 13 of the WebSocket protocol",
        headers: [
          HTTPHeader("Sec-WebSocket-Version", "13"), HTTPHeader("Upgrade", "websocket"),
          HTTPHeader("Connection", "Upgrade"),
        ])
    }
    guard let key = head.value("sec-websocket-key"), isKey(key) else {
      throw .malformed("Sec-WebSocket-Key must be 16 bytes in base64")
    }
    guard head.count("content-length") == 0 || head.value("content-length") == "0",
      head.count("transfer-encoding") == 0
    else { throw .malformed("a WebSocket handshake has no body") }
    let offered = (head.value("sec-websocket-protocol") ?? "").split(separator: ",").map { trimmed($0.utf8) }
    let offers = offered.contains(settings.subprotocol)
    guard offers || offered.isEmpty else {
      throw HTTPRefusal(
        400, "unknown-subprotocol", "the subprotocol spoken here is \(settings.subprotocol)")
    }
    self.head = head
    self.key = key
    self.offersSubprotocol = offers
    self.address = address
    subprotocol = settings.subprotocol
    subprotocols = offered
  }

  /// The same handshake with nothing but what libwebsockets needs: cookies and long headers would not fit
  /// into its header table.
  var canonical: [UInt8] {
    Array(
      """
      GET / HTTP/1.1\r
      Host: localhost\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Version: 13\r
      Sec-WebSocket-Key: \(key)\r
      \r

      """.utf8)
  }
}

/// 16 bytes in base64 are 22 characters and two signs of padding.
private func isKey(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  guard bytes.count == 24, bytes[22] == 0x3d, bytes[23] == 0x3d else { return false }
  return bytes[..<22].allSatisfy { byte in
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2b, 0x2f: true
    default: false
    }
  }
}
