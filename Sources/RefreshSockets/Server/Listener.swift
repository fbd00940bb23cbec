import CLibUV
import Glibc
import RefreshLoop

/// Listening sockets for one address, and the accepting of connections.
///
/// They are opened here because libwebsockets listens on every interface when told an IPv4 literal.
final class Listener: SocketPollHandler {
  /// Connections accepted before the loop goes on with those that are there.
  private static let burst = 64

  private let loop: EventLoop
  private let accepted: (Int32, IPAddress) -> Void
  private var sockets: [(descriptor: Int32, poll: SocketPoll?)] = []
  private(set) var port = 0
  private var resume: LoopTimer?

  /// - Parameters:
  ///   - inherited: sockets that listen already; with some of them none is opened.
  ///   - accepted: gets each connection's descriptor, to own, and its other end's address.
  init(
    on loop: EventLoop, _ address: ListenAddress, inherited: [InheritedSocket],
    accepted: @escaping (Int32, IPAddress) -> Void
  ) throws(SocketError) {
    self.loop = loop
    self.accepted = accepted
    port = inherited.first?.address.port ?? 0
    sockets = inherited.map { ($0.descriptor, SocketPoll($0.descriptor, on: loop, for: self)) }
    if sockets.isEmpty { try open(address) }
    resume = LoopTimer(on: loop) { [weak self] in self?.watch() }
    watch()
  }

  private func open(_ address: ListenAddress) throws(SocketError) {
    do throws(SocketError) {
      for target in try address.resolved() {
        let descriptor = try target.listen(port: port == 0 ? address.port : port, for: address)
        guard let descriptor else { continue }
        port = port == 0 ? boundPort(descriptor) : port
        sockets.append((descriptor, SocketPoll(descriptor, on: loop, for: self)))
      }
      guard !sockets.isEmpty else {
        throw SocketError(
          .addressNotFound, "cannot listen on \(address.text): no network interface has that address")
      }
    } catch {
      close()
      throw error
    }
  }

  /// Stops listening; connections made but not accepted yet are refused by the system.
  func close() {
    resume = nil
    for socket in sockets {
      socket.poll?.close()
      Glibc.close(socket.descriptor)
    }
    sockets = []
  }

  func ready(_ events: Int32) {
    for socket in sockets {
      for _ in 0..<Self.burst {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let descriptor = withUnsafeMutablePointer(to: &storage) { storage in
          storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            accept(socket.descriptor, address, &size)
          }
        }
        if descriptor >= 0 {
          _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
          guard let address = IPAddress(storage) else {
            Glibc.close(descriptor)
            continue
          }
          accepted(descriptor, address)
          if sockets.isEmpty { return }
        } else if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM {
          return rest()
        } else if errno != EINTR && errno != ECONNABORTED {
          break
        }
      }
    }
  }

  func broke() { rest() }

  /// Without a free descriptor the sockets stay readable: looking at them again at once would only burn time.
  private func rest() {
    for socket in sockets { socket.poll?.watch(0) }
    resume?.start(after: 100)
  }

  private func watch() {
    for socket in sockets { socket.poll?.watch(Int32(UV_READABLE.rawValue)) }
  }
}

/// The port that a socket is bound to.
func boundPort(_ descriptor: Int32) -> Int {
  var storage = sockaddr_storage()
  var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
  return withUnsafeMutablePointer(to: &storage) { storage in
    storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &size) }
    // The port is at the same place in both families.
    return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
      Int(UInt16(bigEndian: $0.pointee.sin_port))
    }
  }
}

/// An address as digits, without its port.
func numericHost(_ storage: inout sockaddr_storage, _ size: socklen_t) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
    text.initialize(repeating: 0)
    let code = withUnsafePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getnameinfo($0, size, text.baseAddress, 64, nil, 0, NI_NUMERICHOST)
      }
    }
    return code == 0 ? String(cString: text.baseAddress!) : ""
  }
}
