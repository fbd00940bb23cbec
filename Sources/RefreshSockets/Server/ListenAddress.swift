import Glibc

/// Where a server listens: a host and a port as written by the operator.
public struct ListenAddress: Equatable, Sendable {
  /// A name, an IPv4 literal, or an IPv6 literal without brackets.
  public let host: String
  /// 0 lets the system pick a free one.
  public let port: Int

  /// Reads `HOST:PORT`, with an IPv6 literal in brackets; `nil` if it is not of that form.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65_535).contains(port), !text[text.index(after: colon)...].hasPrefix("+")
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self.host = String(host)
    self.port = port
  }

  /// An address of its parts; `nil` without a host.
  init?(host: String, port: Int) {
    guard !host.isEmpty else { return nil }
    self.host = host
    self.port = port
  }

  /// Whether only programs of this machine reach it. Of names that is known of `localhost` alone.
  public var isThisMachineOnly: Bool {
    var address = in_addr()
    if inet_pton(AF_INET, host, &address) == 1 { return UInt32(bigEndian: address.s_addr) >> 24 == 127 }
    return host == "::1" || host.lowercased() == "localhost"
  }

  /// The address as it stands in a URL.
  public var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
