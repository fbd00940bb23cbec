import Glibc

/// Non-blocking TCP on IPv4 loopback.
enum Sockets {
  /// IP_BIND_ADDRESS_NO_PORT, which Swift's Glibc lacks: the port is chosen at connect, per pair of addresses.
  private static let bindAddressNoPort: Int32 = 24

  /// Raises the number of descriptors as far as the system lets it.
  /// - Returns: the limit in force.
  static func raiseLimit() -> Int {
    var limit = rlimit()
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(kind, &limit) == 0 else { return 0 }
    limit.rlim_cur = min(limit.rlim_max, 1_048_576)
    setrlimit(kind, &limit)
    getrlimit(kind, &limit)
    return Int(limit.rlim_cur)
  }

  /// A listening socket on 127.0.0.1 and its port.
  static func listen() throws(Failure) -> (Int32, Int) {
    let socket = try open()
    var address = loopback(1, port: 0)
    guard bound(socket, &address), Glibc.listen(socket, 4_096) == 0 else { throw .system("listen") }
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
    }
    return (socket, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// Begins a connection to a port of 127.0.0.1 from 127.0.0.`from`.
  static func connect(to port: Int, from host: UInt32) throws(Failure) -> Int32 {
    let socket = try open()
    var one: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(socket, Int32(IPPROTO_IP), bindAddressNoPort, &one, size)
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, size)
    var own = loopback(host, port: 0)
    guard bound(socket, &own) else { throw .system("bind to 127.0.0.\(host)") }
    var other = loopback(1, port: port)
    let code = withUnsafePointer(to: &other) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 || errno == EINPROGRESS else { throw .system("connect to 127.0.0.1:\(port)") }
    return socket
  }

  /// Ends a connection at once, with a reset, so that no port waits in TIME_WAIT.
  static func abort(_ socket: Int32) {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    close(socket)
  }

  /// Makes an accepted socket non-blocking and quick.
  static func prepare(_ socket: Int32) {
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    var one: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Sends bytes whole; false if the socket did not take all of them.
  @discardableResult
  static func send(_ socket: Int32, _ bytes: [UInt8]) -> Bool {
    Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      == bytes.count
  }

  private static func open() throws(Failure) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let socket = Glibc.socket(AF_INET, kind, 0)
    guard socket >= 0 else { throw .system("socket") }
    return socket
  }

  private static func bound(_ socket: Int32, _ address: inout sockaddr_in) -> Bool {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func loopback(_ host: UInt32, port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = (0x7f00_0000 | host).bigEndian
    return address
  }
}
