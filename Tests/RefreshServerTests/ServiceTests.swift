import Foundation
import Glibc
import Testing

@testable import RefreshServer

/// The server under a service manager: what it tells, and sockets that it is handed.
@Suite struct ServiceTests {
  static func arguments(_ folder: String) -> [String] {
    ["--listen", "127.0.0.1:0", "--db", folder + "/x.sqlite", "--source", "command:env"]
  }

  @Test func `the manager hears when the server is ready, that it is alive, and that it stops`() throws {
    let manager = try NoticeSocket()
    let program = try Program(
      Self.arguments(manager.folder),
      environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "200000"])
    let port = try program.ready()
    #expect(try manager.next() == "READY=1\nSTATUS=listening on http://127.0.0.1:\(port)/")
    #expect(try manager.next() == "WATCHDOG=1")
    #expect(try manager.next() == "WATCHDOG=1")
    program.send(SIGTERM)
    var notice = try manager.next()
    while notice == "WATCHDOG=1" { notice = try manager.next() }
    #expect(notice == "STOPPING=1")
    #expect(program.wait() == 0)
  }

  @Test func `a command learns nothing of the service manager`() async throws {
    let manager = try NoticeSocket()
    let program = try Program(
      Self.arguments(manager.folder),
      environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "600000000", "LISTEN_FDNAMES": "x"])
    let port = try program.ready()
    _ = try await HTTP.ask("POST", URL(string: "http://127.0.0.1:\(port)/feeds/main/refresh?wait=1")!)
    let rows = try await HTTP.ask("GET", URL(string: "http://127.0.0.1:\(port)/feeds/main/rows")!).texts
    #expect(rows.contains("REFRESH_FEED=main"))
    #expect(rows.filter { $0.contains(/^(NOTIFY|WATCHDOG|LISTEN)_/) } == [])
    program.send(SIGTERM)
    program.wait()
  }

  @Test func `a socket that the manager holds is served, and who connects during a restart waits`()
    async throws
  {
    let folder = LiveServer.temporaryFolder()
    let held = try HeldListener()
    for round in 1...2 {
      // Made before the server is there: it waits in the socket's line.
      let url = URL(string: "http://127.0.0.1:\(held.port)/readyz")!
      let early = Task { try await HTTP.ask("GET", url).data }
      let program = try held.program(Self.arguments(folder))
      #expect(try program.ready() == held.port, "round \(round)")
      #expect(try await early.value == Data("ready\n".utf8), "round \(round)")
      program.send(SIGTERM)
      #expect(program.wait() == 0)
    }
  }

  @Test func `a held socket that others reach needs tokens or --open`() throws {
    let held = try HeldListener("0.0.0.0")
    let program = try held.program(Self.arguments(LiveServer.temporaryFolder()))
    #expect(program.wait() == StartError.Code.configuration.rawValue)
    #expect(program.complaints.contains("can be reached from other machines"), "\(program.complaints)")
  }

  @Test func `a descriptor that does not listen is refused in words`() throws {
    let held = try HeldListener(listening: false)
    let program = try held.program(Self.arguments(LiveServer.temporaryFolder()))
    #expect(program.wait() == StartError.Code.failure.rawValue)
    #expect(program.complaints.contains("is no listening TCP socket"), "\(program.complaints)")
  }
}

/// The manager's end of the notices.
private final class NoticeSocket {
  let folder = LiveServer.temporaryFolder()
  var path: String { folder + "/notify" }
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    let name = Array(path.utf8)
    withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: name) }
    let code = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else { throw Silence(description: "bind: \(String(cString: strerror(errno)))") }
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  func next() throws -> String {
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { throw Silence(description: "no notice") }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}

/// A listening socket of the tests' own, which programs inherit.
private final class HeldListener {
  private let descriptor: Int32
  private(set) var port = 0

  init(_ host: String = "127.0.0.1", listening: Bool = true) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, host, &place.sin_addr)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && (!listening || listen(descriptor, 16) == 0)
          && getsockname(descriptor, address, &size) == 0
      }
    }
    guard code else { throw Silence(description: "listen: \(String(cString: strerror(errno)))") }
    port = Int(UInt16(bigEndian: place.sin_port))
  }

  deinit { close(descriptor) }

  /// The program as a manager starts it: the socket as descriptor 3, and its own process number in the environment.
  func program(_ arguments: [String]) throws -> Program {
    let line = "exec 3<&\(descriptor); LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" \"$@\""
    return try Program(["-c", line, Program.executable] + arguments, executable: "/bin/bash")
  }
}
