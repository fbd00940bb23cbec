/// The addresses that begin with the same bits.
public struct IPNetwork: Hashable, Sendable {
  private let first: IPAddress
  private let bits: Int

  /// Reads an address, or `ADDRESS/BITS`; `nil` if it is neither.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPAddress(String(parts[0])) else { return nil }
    let before = address.isV4 ? 96 : 0
    var bits = 128
    if parts.count > 1 {
      guard parts[1].utf8.count <= 3, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(parts[1]), before + number <= 128
      else { return nil }
      bits = before + number
    }
    first = address.prefix(bits)
    self.bits = bits
  }

  /// What to write.
  public static let form = "write an address such as 10.0.0.7, or a network such as 10.0.0.0/8 or fd00::/8"

  /// Whether an address is one of them.
  public func contains(_ address: IPAddress) -> Bool { address.prefix(bits) == first }
}

extension [IPNetwork] {
  /// Who is behind a connection: its other end, or whom that names if it is a proxy that is trusted to.
  ///
  /// Each proxy adds at the end from whom it has the request, so the last address that is no such proxy's is the one
  /// that nobody beyond them can have made up.
  func client(of peer: IPAddress, forwardedFor field: @autoclosure () -> String?) -> IPAddress {
    guard contains(where: { $0.contains(peer) }), let field = field() else { return peer }
    var client = peer
    for part in field.split(separator: ",").reversed() {
      guard let address = IPAddress(Self.withoutPort(trimmed(part.utf8))) else { return client }
      client = address
      if !contains(where: { $0.contains(address) }) { break }
    }
    return client
  }

  /// Some proxies write the port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
  private static func withoutPort(_ text: String) -> String {
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      return String(text[text.index(after: text.startIndex)..<end])
    }
    guard text.contains("."), let colon = text.lastIndex(of: ":"), text.firstIndex(of: ":") == colon else {
      return text
    }
    return String(text[..<colon])
  }
}
