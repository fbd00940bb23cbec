import Glibc

/// An IP address. One of IPv4 is held as IPv6 maps it, so that it is the same however it came.
public struct IPAddress: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  private init(v4 address: in_addr) {
    self.init(high: 0, low: Self.mapped | UInt64(UInt32(bigEndian: address.s_addr)))
  }

  private init(v6 address: in6_addr) {
    let halves = withUnsafeBytes(of: address) { bytes in
      (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    self.init(high: UInt64(bigEndian: halves.0), low: UInt64(bigEndian: halves.1))
  }

  /// Reads an address in digits; `nil` if it is none.
  public init?(_ text: String) {
    var v4 = in_addr()
    var v6 = in6_addr()
    if inet_pton(AF_INET, text, &v4) == 1 {
      self.init(v4: v4)
    } else if inet_pton(AF_INET6, text, &v6) == 1 {
      self.init(v6: v6)
    } else {
      return nil
    }
  }

  /// A socket's other end; `nil` if that is not on a network.
  init?(_ storage: sockaddr_storage) {
    let address = withUnsafeBytes(of: storage) { bytes -> IPAddress? in
      switch Int32(storage.ss_family) {
      case AF_INET: IPAddress(v4: bytes.loadUnaligned(as: sockaddr_in.self).sin_addr)
      case AF_INET6: IPAddress(v6: bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr)
      default: nil
      }
    }
    guard let address else { return nil }
    self = address
  }

  /// Whether it is of IPv4.
  var isV4: Bool { high == 0 && low >> 32 == Self.mapped >> 32 }

  /// Whether it is this machine's own name for itself.
  var isLoopback: Bool { isV4 ? low >> 24 & 0xff == 127 : high == 0 && low == 1 }

  /// What counts as one address: of IPv6 whoever has one has a network of 64 bits.
  public var site: IPAddress { isV4 ? self : IPAddress(high: high, low: 0) }

  /// The first bits, the others 0; counted as in IPv6.
  func prefix(_ bits: Int) -> IPAddress {
    let ones = UInt64.max
    return IPAddress(
      high: high & (bits >= 64 ? ones : ~(ones >> UInt64(bits))),
      low: low & (bits >= 128 ? ones : bits <= 64 ? 0 : ~(ones >> UInt64(bits - 64))))
  }

  /// In digits.
  public var text: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
      text.initialize(repeating: 0)
      if isV4 {
        var address = in_addr(s_addr: UInt32(truncatingIfNeeded: low).bigEndian)
        inet_ntop(AF_INET, &address, text.baseAddress, socklen_t(text.count))
      } else {
        var address = (high.bigEndian, low.bigEndian)
        inet_ntop(AF_INET6, &address, text.baseAddress, socklen_t(text.count))
      }
      return String(cString: text.baseAddress!)
    }
  }

  /// What IPv6 puts before an address of IPv4.
  private static let mapped: UInt64 = 0xffff_0000_0000
}
