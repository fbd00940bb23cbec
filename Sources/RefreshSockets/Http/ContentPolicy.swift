/// What a page of the server may load and do, and who may frame it: its own files and socket, nothing inline.
enum ContentPolicy {
  /// - Parameter host: the request's `Host`. Older browsers do not count the page's own WebSocket as its own.
  static func header(host: String?) -> HTTPHeader {
    var socket = ""
    // An IPv6 literal cannot be written in a policy.
    if let host, !host.isEmpty, host.utf8.allSatisfy(isPlain) { socket = " ws://\(host) wss://\(host)" }
    return HTTPHeader(
      "Content-Security-Policy",
      "default-src 'self'; img-src 'self' data:; connect-src 'self'\(socket); object-src 'none'; "
        + "base-uri 'self'; form-action 'self'; frame-ancestors 'self'")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3a, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e: true
    default: false
    }
  }
}
