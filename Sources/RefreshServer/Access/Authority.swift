import Glibc

/// The host and port that a `Host` field or an origin names.
struct Authority: Hashable, Sendable {
  /// In lower case, without a dot at its end; an IPv6 literal without brackets.
  let host: String
  /// `nil` if none is written.
  let port: Int?

  init(host: String, port: Int?) {
    self.host = host
    self.port = port
  }

  /// Reads `HOST` or `HOST:PORT`; `nil` if it is neither.
  init?(_ text: some StringProtocol) {
    var host = Substring(text)
    var port: Substring?
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else { return nil }
      let rest = host[host.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      if !rest.isEmpty { port = rest.dropFirst() }
      host = host[..<end].dropFirst()
      guard Self.isIPv6(host) else { return nil }
    } else {
      if let colon = host.firstIndex(of: ":") {
        port = host[host.index(after: colon)...]
        host = host[..<colon]
      }
      if host.hasSuffix(".") { host = host.dropLast() }
      guard host.utf8.allSatisfy(Self.isName) else { return nil }
    }
    guard !host.isEmpty, host.utf8.count <= 255 else { return nil }
    self.host = host.lowercased()
    // A colon with nothing behind it means the default, as RFC 3986 has it.
    guard let port, !port.isEmpty else {
      self.port = nil
      return
    }
    guard port.utf8.count <= 5, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port),
      (1...65_535).contains(number)
    else { return nil }
    self.port = number
  }

  /// Whether no name server has a say in where it leads: an address, or this machine's own name for itself.
  var isFixed: Bool { host == "localhost" || Self.isIPv4(host) || host.contains(":") }

  /// As it stands in a URL.
  var text: String {
    let host = host.contains(":") ? "[\(host)]" : host
    return port.map { "\(host):\($0)" } ?? host
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f: true
    default: false
    }
  }

  private static func isIPv4(_ text: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, text, &address) == 1
  }

  private static func isIPv6(_ text: Substring) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET6, String(text), &address) == 1
  }
}
