import Foundation
import Synchronization

/// What is done to the server and its clients, at random, and how often it was.
final class Faults: Sendable {
  private let server: SoakServer
  private let cutter: Cutter
  private let frozen: FrozenReaders
  private let clients: [SoakClient]
  private let counts = Mutex<[String: Int]>([:])
  private let mistakes = Mutex<[String]>([])
  private let longest = Mutex(0.0)

  init(_ server: SoakServer, _ cutter: Cutter, _ clients: [SoakClient]) {
    self.server = server
    self.cutter = cutter
    self.clients = clients
    frozen = FrozenReaders(port: server.port)
  }

  /// What was done, for the report.
  var words: String {
    let done = counts.withLock { $0 }.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
    return done.joined(separator: ", ") + ", \(frozen.count) frozen readers"
  }

  var found: [String] { mistakes.withLock { $0 } }
  /// The longest time that an orderly stop took, in seconds.
  var longestStop: Double { longest.withLock { $0 } }

  /// One fault.
  /// - Parameter restarts: whether the server's process may be ended.
  func strike(restarts: Bool) async throws {
    switch Int.random(in: 0..<(restarts ? 100 : 92)) {
    case 0..<40: cut(Int.random(in: 1...max(1, clients.count / 50)))
    case 40..<55: pull()
    case 55..<65: try await suspend(.milliseconds(Int.random(in: 100...3_000)))
    case 65..<78: try setClock()
    case 78..<92:
      note("change of the frozen readers")
      frozen.replace(20)
    case 92..<96: try await stop()
    default: try await kill()
    }
  }

  /// Nobody is in anybody's way any more.
  func calm() throws {
    frozen.close()
    try server.setClock(0)
  }

  /// The process stands still for a while.
  func suspend(_ pause: Duration) async throws {
    note(pause > .seconds(10) ? "SIGSTOP for \(pause.components.seconds) s" : "SIGSTOP of up to 3 s")
    server.send(SIGSTOP)
    try await Task.sleep(for: pause)
    server.send(SIGCONT)
  }

  func stop() async throws {
    note("SIGTERM and start")
    server.send(SIGTERM)
    let (status, seconds) = try await server.ended(within: 20)
    longest.withLock { $0 = max($0, seconds) }
    if status != 0 { mistake("a server that was told to stop ended with \(status)") }
    if seconds > 8 { mistake("a stop took \(seconds) s") }
    if server.logLength > 0 { mistake("a stop left \(server.logLength) bytes in the write-ahead log") }
    try server.start()
  }

  private func kill() async throws {
    note("SIGKILL and start")
    server.send(SIGKILL)
    _ = try await server.ended(within: 20)
    try server.start()
  }

  private func cut(_ count: Int) {
    note("cut of some clients")
    cutter.cut(count)
  }

  private func pull() {
    note("pull by some clients")
    for client in clients.shuffled().prefix(5) { client.pull(far: Bool.random()) }
  }

  private func setClock() throws {
    guard server.canSetClock else { return }
    note("step of the wall clock by up to 1 h")
    try server.setClock([-3_600, -60, 0, 60, 3_600].randomElement()!)
  }

  private func note(_ what: String) { counts.withLock { $0[what, default: 0] += 1 } }
  private func mistake(_ what: String) { mistakes.withLock { $0.append(what) } }
}
