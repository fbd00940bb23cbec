import Glibc

/// A listening socket that whoever started this process has opened.
public struct InheritedSocket: Equatable, Sendable {
  let descriptor: Int32
  /// Where it listens.
  public let address: ListenAddress

  /// Takes over a descriptor.
  /// - Throws: ``SocketError`` if it is no listening TCP socket.
  public init(_ descriptor: Int32) throws(SocketError) {
    var listens: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isKnown = withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard isKnown == 0, [AF_INET, AF_INET6].contains(Int32(storage.ss_family)),
      getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens != 0,
      let address = ListenAddress(host: numericHost(&storage, length), port: boundPort(descriptor))
    else {
      throw SocketError(
        .failed,
        "the descriptor \(descriptor) that the service manager handed over is no listening TCP socket: look at ListenStream in the socket unit, which must be a port or ADDRESS:PORT"
      )
    }
    self.descriptor = descriptor
    self.address = address
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    var one: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
  }
}
