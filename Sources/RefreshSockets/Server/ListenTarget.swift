import Glibc

/// One address of this machine that a listen address stands for.
struct ListenTarget {
  private let storage: sockaddr_storage
  private let size: socklen_t
  /// The name has other addresses too, so that one which this machine has not may be passed over.
  private let isOneOfSeveral: Bool

  fileprivate init(_ storage: sockaddr_storage, _ size: socklen_t, isOneOfSeveral: Bool) {
    self.storage = storage
    self.size = size
    self.isOneOfSeveral = isOneOfSeveral
  }

  /// - Returns: a listening, non-blocking descriptor; `nil` if the address is passed over.
  func listen(port: Int, for address: ListenAddress) throws(SocketError) -> Int32? {
    let family = Int32(storage.ss_family)
    let descriptor = socket(
      family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if descriptor < 0 {
      if errno == EAFNOSUPPORT, isOneOfSeveral { return nil }
      throw failure(errno, address)
    }
    var one: Int32 = 1
    let length = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, length)
    // For the connections, which inherit it.
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, length)
    // `[::]` listens there and nowhere else, as any other address does.
    if family == AF_INET6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &one, length) }
    var bound = storage
    let code = withUnsafeMutablePointer(to: &bound) { bound in
      bound.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        $0.pointee.sin_port = in_port_t(port).bigEndian
      }
      return bound.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    if code == 0, Glibc.listen(descriptor, 4_096) == 0 { return descriptor }
    let number = errno
    close(descriptor)
    if number == EADDRNOTAVAIL, isOneOfSeveral { return nil }
    throw failure(number, address)
  }

  private func failure(_ number: Int32, _ address: ListenAddress) -> SocketError {
    let place = address.text
    switch number {
    case EADDRINUSE:
      return SocketError(
        .addressInUse,
        "cannot listen on \(place): another program listens there; stop it or choose another port")
    case EADDRNOTAVAIL:
      return SocketError(
        .addressNotFound, "cannot listen on \(place): no network interface has that address")
    case EACCES, EPERM:
      return SocketError(
        .notPermitted, "cannot listen on \(place): not permitted; choose a port above 1023")
    default:
      return SocketError(.failed, "cannot listen on \(place): \(String(cString: strerror(number)))")
    }
  }
}

extension ListenAddress {
  /// The addresses that the host stands for: itself if it is a literal, else all that the name has.
  func resolved() throws(SocketError) -> [ListenTarget] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, nil, &hints, &list)
    guard code == 0 else {
      throw SocketError(
        .addressNotFound,
        "cannot listen on \(text): the host's address is not known (\(String(cString: gai_strerror(code))))")
    }
    defer { freeaddrinfo(list) }
    var found: [(sockaddr_storage, socklen_t)] = []
    var seen: Set<String> = []
    var next = list
    while let entry = next {
      next = entry.pointee.ai_next
      let size = entry.pointee.ai_addrlen
      guard let address = entry.pointee.ai_addr, Int(size) <= MemoryLayout<sockaddr_storage>.size else {
        continue
      }
      var storage = sockaddr_storage()
      memcpy(&storage, address, Int(size))
      if seen.insert(numericHost(&storage, size)).inserted { found.append((storage, size)) }
    }
    return found.map { ListenTarget($0.0, $0.1, isOneOfSeveral: found.count > 1) }
  }
}
