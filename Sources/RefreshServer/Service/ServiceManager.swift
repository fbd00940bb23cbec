import Glibc

/// The service manager that has started this process, if one has: systemd, or another that speaks its protocol.
///
/// It is told in datagrams when the server is ready, reloads and stops, and that it is alive. It may also hold the
/// listening sockets, so that whoever connects during a restart waits instead of being refused.
struct ServiceManager: Sendable {
  /// The first descriptor that a manager hands over.
  private static let firstDescriptor: Int32 = 3
  /// More than anybody listens on; a count beyond is a mistake.
  private static let maxSockets = 64

  private let address: String?
  /// How often it wants a sign of life, in milliseconds; `nil`: never.
  let watchdog: Int?
  /// The listening sockets that it holds.
  let sockets: [Int32]

  /// Reads what the manager has put into the environment, where it is taken out: it is not meant for commands.
  init(_ environment: [String: String], process: Int32 = getpid()) {
    address = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
    let isMine = { (name: String) in environment[name].map { Int32($0) == process } }
    // Half of the time is what it advises.
    watchdog =
      isMine("WATCHDOG_PID") == false
      ? nil : environment["WATCHDOG_USEC"].flatMap { Int($0) }.flatMap { $0 >= 2_000 ? $0 / 2_000 : nil }
    let count = environment["LISTEN_FDS"].flatMap { Int32($0) } ?? 0
    sockets =
      isMine("LISTEN_PID") == true && (1...Int32(Self.maxSockets)).contains(count)
      ? (0..<count).map { Self.firstDescriptor + $0 } : []
    for name in [
      "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES",
    ] {
      unsetenv(name)
    }
  }

  /// The server answers now.
  func ready(_ status: String) { tell("READY=1\nSTATUS=\(status)") }

  /// The server reads its configuration anew; ``ready(_:)`` follows.
  func reloading() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    tell("RELOADING=1\nMONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1_000)")
  }

  /// The server begins to stop.
  func stopping() { tell("STOPPING=1") }

  /// A sign of life.
  func alive() { tell("WATCHDOG=1") }

  /// A manager that does not listen any more misses nothing that matters to the server.
  private func tell(_ state: String) {
    guard let address else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    var name = Array(address.utf8)
    guard name.count < MemoryLayout.size(ofValue: place.sun_path) else { return }
    // "@" stands for the zero byte that begins a name outside the file system.
    if name[0] == UInt8(ascii: "@") { name[0] = 0 }
    withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: name) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let bytes = Array(state.utf8)
    _ = withUnsafePointer(to: &place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), $0, size)
      }
    }
  }
}
