import Glibc

/// The address of a machine, in the bytes of IPv4 or of IPv6.
struct HostAddress: Equatable {
  private let bytes: [UInt8]

  /// Reads one as it is written, also in the brackets of a URL.
  init?(_ text: String) {
    let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    var room = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, bare, &room) == 1 {
      self.init(Array(room[..<4]))
    } else if inet_pton(AF_INET6, bare, &room) == 1 {
      self.init(room)
    } else {
      return nil
    }
  }

  private init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// An address as the system has it; `nil` if it is none of the internet.
  static func read(_ place: UnsafeRawPointer, family: Int32) -> HostAddress? {
    switch family {
    case AF_INET:
      let place = place.loadUnaligned(as: sockaddr_in.self)
      return withUnsafeBytes(of: place.sin_addr) { HostAddress(Array($0)) }
    case AF_INET6:
      let place = place.loadUnaligned(as: sockaddr_in6.self)
      return withUnsafeBytes(of: place.sin6_addr) { HostAddress(Array($0)) }
    default: return nil
    }
  }

  /// Whether it is of the same kind as another one, and begins with so many of the same bits.
  func isIn(_ network: HostAddress, bits: Int) -> Bool {
    guard bytes.count == network.bytes.count, (0...bytes.count * 8).contains(bits) else { return false }
    return bytes.indices.allSatisfy { index in
      let counted = min(8, max(0, bits - index * 8))
      return (bytes[index] ^ network.bytes[index]) >> (8 - counted) == 0
    }
  }

  /// Whether it is this machine, or in a network that is not everybody's: what answers there may count on being asked
  /// by nobody from outside.
  var isInside: Bool { isReserved || isOwn }

  /// Whether it is one of those that are nobody's on the internet.
  var isReserved: Bool {
    if let four { return Self.isReserved(four.bytes) }
    // None, this machine, and the old form of an IPv4 address.
    if bytes[..<12].allSatisfy({ $0 == 0 }) { return true }
    // Of a site, of a link, of a group.
    return bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0x80 == 0x80 || bytes[0] == 0xFF
  }

  /// Whether one of this machine's interfaces has it, or has the address of IPv4 that it leads to.
  var isOwn: Bool {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return false }
    defer { freeifaddrs(first) }
    return sequence(first: first) { $0?.pointee.ifa_next }.contains { entry in
      guard let place = entry?.pointee.ifa_addr,
        let own = HostAddress.read(place, family: Int32(place.pointee.sa_family))
      else { return false }
      return own == self || own == four
    }
  }

  /// The address of IPv4 that it is or leads to, in one of the forms that do: written so, translated, tunnelled.
  private var four: HostAddress? {
    if bytes.count == 4 { return self }
    if bytes[..<10].allSatisfy({ $0 == 0 }) && bytes[10] == 0xFF && bytes[11] == 0xFF
      || bytes[..<12] == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
    {
      return HostAddress(bytes[12...])
    }
    return bytes[0] == 0x20 && bytes[1] == 0x02 ? HostAddress(bytes[2..<6]) : nil
  }

  private static func isReserved(_ four: [UInt8]) -> Bool {
    switch (four[0], four[1]) {
    case (0, _), (10, _), (127, _), (169, 254), (172, 16...31), (192, 168), (100, 64...127), (198, 18...19),
      (224..., _):
      true
    case (192, 0): four[2] == 0
    default: false
    }
  }
}
