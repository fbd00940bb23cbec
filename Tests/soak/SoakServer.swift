import Foundation
import Synchronization

/// The server under test: one address and one database, and a process that ends and comes back.
final class SoakServer: Sendable {
  /// A quarter of the commands fails, hangs or dies.
  private static let command = """
    case $(($(od -An -N1 -tu1 /dev/urandom) % 12)) in 0) echo no luck >&2; exit 3;; 1) kill -9 $$;; \
    2) trap '' TERM; sleep 60;; *) echo "run $REFRESH_RUN a"; echo "run $REFRESH_RUN b";; esac
    """

  let port: Int
  let folder: String
  /// The library that lets the wall clock of the process be set; empty if it is not installed.
  private let clockLibrary: String
  private let program: String
  private let running = Mutex<pid_t>(0)

  init(program: String, folder: String) throws {
    self.program = program
    self.folder = folder
    // Outside the range that the system takes clients' ports from: see RefreshServerTests.
    port = Int.random(in: 20_000...29_999)
    let libraries = ((try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []).map {
      "/usr/lib/\($0)/faketime/libfaketimeMT.so.1"
    }
    clockLibrary = libraries.first(where: FileManager.default.fileExists) ?? ""
    try setClock(0)
    try start()
  }

  var process: pid_t { running.withLock { $0 } }
  var canSetClock: Bool { !clockLibrary.isEmpty }

  func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

  /// Sets the server's wall clock, so many seconds beside the machine's.
  func setClock(_ seconds: Int) throws {
    try Data((seconds < 0 ? "\(seconds)\n" : "+\(seconds)\n").utf8)
      .write(to: URL(filePath: folder + "/clock"), options: .atomic)
  }

  func start() throws {
    let words =
      ["/usr/bin/env"]
      + (canSetClock
        ? [
          "LD_PRELOAD=\(clockLibrary)", "FAKETIME_TIMESTAMP_FILE=\(folder)/clock",
          "FAKETIME_CACHE_DURATION=1",
          "FAKETIME_DONT_FAKE_MONOTONIC=1", "/usr/bin/env",
        ] : [])
      + [
        program, "--listen", "127.0.0.1:\(port)", "--db", folder + "/soak.sqlite", "--log", "warning",
        "--source", "command:" + Self.command, "--deadline", "3000",
      ]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, folder + "/log", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var argv = words.map { strdup($0) } + [nil]
    defer {
      posix_spawn_file_actions_destroy(&actions)
      for word in argv { free(word) }
    }
    var process = pid_t()
    let code = posix_spawn(&process, words[0], &actions, nil, &argv, environ)
    guard code == 0 else { throw SoakError(description: "cannot start \(program): \(code)") }
    running.withLock { $0 = process }
  }

  func send(_ signal: Int32) { _ = Foundation.kill(process, signal) }

  /// Waits for the process's end, at most so many seconds; then it is killed.
  /// - Returns: the exit status, the signal that ended it negated, and how long that took.
  func ended(within seconds: Double) async throws -> (status: Int32, seconds: Double) {
    let process = process
    let begin = ContinuousClock.now
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      if ContinuousClock.now - begin > .seconds(seconds) { _ = Foundation.kill(process, SIGKILL) }
      try await Task.sleep(for: .milliseconds(5))
    }
    let signal = status & 0x7f
    let took = (ContinuousClock.now - begin) / .seconds(1)
    return (signal == 0 ? (status >> 8) & 0xff : -signal, took)
  }

  /// The end of the soak, however it comes.
  func kill() {
    send(SIGCONT)
    send(SIGKILL)
    waitpid(process, nil, 0)
  }

  // MARK: What it uses

  /// Resident memory in KiB.
  var resident: Int {
    let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  var descriptors: Int {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []).count
  }

  /// CPU time in seconds.
  var cpu: Double {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 13, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The length of the write-ahead log in bytes.
  var logLength: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/soak.sqlite-wal")
    return attributes?[.size] as? Int ?? 0
  }
}
