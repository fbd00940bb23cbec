/// Where a page comes from, as browsers say it in `Origin` and operators in `--origin`.
public struct WebOrigin: Hashable, Sendable {
  /// In lower case.
  let scheme: String
  /// The port is `nil` where it is the scheme's own; all of it is for `null`, the origin of a page that has none.
  let authority: Authority?

  /// Reads `SCHEME://HOST[:PORT]`, with a slash at its end or without, or `null`; `nil` if it is neither.
  public init?(_ text: String) {
    if text == "null" {
      scheme = text
      authority = nil
      return
    }
    guard let mark = text.firstRange(of: "://"), let first = text.utf8.first,
      (0x61...0x7a).contains(first | 0x20),
      text[..<mark.lowerBound].utf8.allSatisfy(Self.isScheme)
    else { return nil }
    var rest = text[mark.upperBound...]
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    guard let authority = Authority(rest) else { return nil }
    scheme = text[..<mark.lowerBound].lowercased()
    let isOwn = authority.port != nil && authority.port == Self.ports[scheme]
    self.authority = isOwn ? Authority(host: authority.host, port: nil) : authority
  }

  /// As browsers write it.
  var text: String { authority.map { "\(scheme)://\($0.text)" } ?? scheme }

  /// Whether it is the server's own: the same host and port as the request's, whatever the scheme, since a proxy may
  /// end TLS.
  func isOwn(_ host: Authority) -> Bool {
    guard let authority, authority.host == host.host else { return false }
    return authority.port == host.port || host.port == Self.ports[scheme] && authority.port == nil
  }

  /// What to write.
  static let form = "write an origin such as https://example.org or http://room.lan:8080, without a path"

  private static let ports = ["http": 80, "https": 443]

  private static func isScheme(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2b, 0x2d, 0x2e: true
    default: false
    }
  }
}
