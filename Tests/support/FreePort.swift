import Glibc

/// Ports for servers that are started again on the one that they had.
public enum FreePort {
  /// No port is free.
  public struct Taken: Error, CustomStringConvertible {
    /// What happened.
    public let description = "no port of 127.0.0.1 is free"
  }

  /// A port that is free, and outside the range from which the system takes those of clients: a client that tries a
  /// port of that range while nobody listens can get a connection to itself.
  ///
  /// Processes that test side by side have a range each, so that none takes a port whose server is just away.
  public static func find() throws(Taken) -> Int {
    let own = 20_000 + Int(getpid()) % 50 * 200
    let ports = (own..<(own + 200)).shuffled() + (20_000...29_999).shuffled()
    guard let port = ports.first(where: isFree) else { throw Taken() }
    return port
  }

  private static func isFree(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafeBytes(of: &address) { bytes in
      let address = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
      return bind(descriptor, address, socklen_t(bytes.count)) == 0
    }
  }
}
