import Foundation
import Glibc
import Synchronization
import Testing

/// The real executable as a process of its own.
final class Program: @unchecked Sendable {
  /// The executable that was built beside these tests.
  static let executable = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "refreshd").path

  let process: pid_t
  private let output: FileHandle
  private let errors: String
  private let unread = Pipe()
  private let hasEnded = Mutex(false)

  /// Starts it with arguments; the page's folder is the package's own.
  ///
  /// - Parameter errorsUnread: standard error is a pipe that nobody reads, instead of a file.
  init(
    _ arguments: [String], executable: String = Program.executable, environment: [String: String] = [:],
    errorsUnread: Bool = false
  ) throws {
    errors = LiveServer.temporaryFolder() + "/stderr"
    let pipe = Pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, 1)
    if errorsUnread {
      posix_spawn_file_actions_adddup2(&actions, unread.fileHandleForWriting.fileDescriptor, 2)
    } else {
      posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
    }
    posix_spawn_file_actions_addclose(&actions, pipe.fileHandleForReading.fileDescriptor)
    var argv = ([executable] + arguments).map { strdup($0) } + [nil]
    let inherited = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var envp = inherited.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      posix_spawn_file_actions_destroy(&actions)
      for text in argv + envp { free(text) }
    }
    var process = pid_t()
    let code = posix_spawn(&process, executable, &actions, nil, &argv, &envp)
    guard code == 0 else {
      throw Silence(description: "\(executable): \(String(cString: strerror(code)))")
    }
    self.process = process
    output = pipe.fileHandleForReading
    try pipe.fileHandleForWriting.close()
  }

  /// A test that failed leaves nothing behind.
  deinit {
    guard !hasEnded.withLock({ $0 }) else { return }
    kill(process, SIGKILL)
    wait()
  }

  /// The port, once it accepts connections; it prints the ready line, or ends.
  func ready() throws -> Int {
    var line = ""
    while let byte = try output.read(upToCount: 1), !byte.isEmpty {
      let character = String(decoding: byte, as: UTF8.self)
      if character == "\n" { break }
      line += character
    }
    guard let match = line.wholeMatch(of: /refreshd: listening on https?:\/\/.+:(\d+)\//),
      let port = Int(match.1)
    else {
      throw Silence(description: "no ready line but '\(line)'; \(complaints)")
    }
    return port
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Waits for its end; one that goes on for a minute has failed its test, and is killed.
  /// - Returns: the exit status, or the signal that ended it, negated.
  @discardableResult
  func wait() -> Int32 {
    var status: Int32 = 0
    let limit = ContinuousClock.now + .seconds(60)
    while waitpid(process, &status, WNOHANG) == 0 {
      if ContinuousClock.now > limit {
        Issue.record("the program has not ended within a minute; \(complaints)")
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        break
      }
      usleep(2_000)
    }
    hasEnded.withLock { $0 = true }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : -signal
  }

  /// What it printed besides the ready line.
  func rest() throws -> String {
    String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)
  }

  /// What it wrote to standard error.
  var complaints: String { (try? String(contentsOfFile: errors, encoding: .utf8)) ?? "" }
}
