import Foundation
import TestSupport

/// The program `refreshd`, as it was built beside these tests.
enum Executable {
  static let url = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "refreshd")
}

/// One call of a command, by a shell, so that pipes can be part of it: `refreshd` is the program.
struct Called {
  let status: Int32
  let output: String
  let errors: String

  var lines: [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Runs a shell's line to its end.
  static func shell(_ line: String, _ server: RunningServer? = nil, _ environment: [String: String] = [:])
    async throws
    -> Called
  {
    let call = try Calling(line, server, environment)
    return try await call.end()
  }
}

/// A call that goes on.
final class Calling: @unchecked Sendable {
  private let process = Process()
  private let folder = TemporaryFolder()

  init(_ line: String, _ server: RunningServer? = nil, _ environment: [String: String] = [:]) throws {
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "refreshd() { \(Executable.url.path) \"$@\"; }; \(line)"]
    var all = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8", "TERM": "xterm"]) { $1 }
    all["REFRESHD"] = Executable.url.path
    all["REFRESHD_SERVER"] = server.map { "http://127.0.0.1:\($0.port)" }
    process.environment = all.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    for (name, set) in [
      ("output", { self.process.standardOutput = $0 }), ("errors", { self.process.standardError = $0 }),
    ] as [(String, (FileHandle) -> Void)] {
      _ = FileManager.default.createFile(atPath: file(name), contents: nil)
      set(try FileHandle(forWritingTo: URL(filePath: file(name))))
    }
    try process.run()
  }

  deinit {
    // The shell and what it has started: Foundation gives each process a group, and starts it with SIGTERM blocked.
    if process.isRunning { kill(-process.processIdentifier, SIGKILL) }
    // Only so is it let go of by the run loop of the thread that started it.
    process.waitUntilExit()
  }

  /// As Ctrl-C does, or another signal.
  func interrupt(_ signal: Int32 = SIGINT) { kill(-process.processIdentifier, signal) }

  var output: String { read("output") }
  var errors: String { read("errors") }

  private func read(_ name: String) -> String {
    (try? String(contentsOfFile: file(name), encoding: .utf8)) ?? ""
  }

  private func file(_ name: String) -> String { folder.path + "/" + name }

  /// Waits until what it printed is as it should be.
  func until(_ what: String, _ isThere: (Calling) -> Bool) async throws {
    let limit = ContinuousClock.now + .seconds(120)
    while !isThere(self) {
      guard ContinuousClock.now < limit else {
        throw Silence(description: "waited in vain for \(what); it said: \(output) \(errors)")
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Waits for its end.
  func end(within seconds: Double = 180) async throws -> Called {
    let limit = ContinuousClock.now + .seconds(seconds)
    while process.isRunning {
      guard ContinuousClock.now < limit else {
        throw Silence(description: "it has not ended; it said: \(output) \(errors)")
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    return Called(status: process.terminationStatus, output: output, errors: errors)
  }
}

/// What was waited for did not come.
struct Silence: Error, CustomStringConvertible {
  let description: String
}
