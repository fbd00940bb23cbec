import Glibc

extension TLSConnection {
  /// What a pair of sockets may hold for either end, in bytes.
  private static let pairBuffer: Int32 = 65_536

  /// - Parameter descriptor: the peer's socket; it is owned from now on, but not if the result is `nil`.
  /// - Returns: the connection and the end of a pair of sockets that the server goes on with; `nil` if the system has
  ///   not what it needs.
  static func begin(_ descriptor: Int32, _ identity: TLSIdentity, _ place: Door.Place, server: SocketServer)
    -> (connection: TLSConnection, descriptor: Int32)?
  {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    guard let session = TLSSession(identity), socketpair(AF_UNIX, kind, 0, &pair) == 0 else { return nil }
    var size = pairBuffer
    for end in pair { setsockopt(end, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size)) }
    let connection = TLSConnection(descriptor, pair[0], session, place, server)
    guard connection.begin() else {
      for end in pair { Glibc.close(end) }
      return nil
    }
    return (connection, pair[1])
  }
}
