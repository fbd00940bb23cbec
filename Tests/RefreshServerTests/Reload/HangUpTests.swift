import Foundation
import Glibc
import Testing

@testable import RefreshServer

/// A server that was started from a terminal, which is closed.
@Suite struct HangUpTests {
  /// Starts the demo as the first process of a terminal of its own.
  private func start(_ prefix: String = "") throws -> (program: Program, terminal: Int32) {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var isLocked: Int32 = 0
    var number: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN, which are macros that Swift does not see.
    try #require(
      terminal >= 0 && ioctl(terminal, 0x4004_5431, &isLocked) == 0
        && ioctl(terminal, 0x8004_5430, &number) == 0)
    let name = "/dev/pts/\(number)"
    let database = LiveServer.temporaryFolder() + "/h.sqlite"
    let program = try Program(
      [
        "-c",
        "\(prefix) exec setsid --ctty \(Program.executable) --listen 127.0.0.1:0 --db \(database) < \(name)",
      ],
      executable: "/bin/sh")
    return (program, terminal)
  }

  @Test func `it stops in order with its terminal`() throws {
    let (program, terminal) = try start()
    _ = try program.ready()
    // A signal while the terminal is there asks for something else.
    program.send(SIGHUP)
    try program.complains(of: "feeds: as they were")
    close(terminal)
    #expect(program.wait() == 0)
    #expect(program.complaints.contains("stopped"), "\(program.complaints)")
  }

  @Test func `with nohup it stays`() async throws {
    let (program, terminal) = try start("trap '' HUP;")
    let port = try program.ready()
    close(terminal)
    try program.complains(of: "feeds: as they were")
    #expect(try await HTTP.ask("GET", URL(string: "http://127.0.0.1:\(port)/healthz")!).status == 200)
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }
}
