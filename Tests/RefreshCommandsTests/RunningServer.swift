import Foundation
import Glibc
import TestSupport

/// A real server as a process of its own, on one port, with a database that outlives it.
final class RunningServer: @unchecked Sendable {
  let port: Int
  private let place = TemporaryFolder()
  var folder: String { place.path }
  private let options: [String]
  private var process: Process?

  init(_ options: [String] = []) async throws {
    self.options = options
    port = try FreePort.find()
    try await start()
  }

  deinit { kill() }

  /// Starts it, and waits until it takes connections.
  func start() async throws {
    let process = Process()
    process.executableURL = Executable.url
    process.arguments =
      ["--listen", "127.0.0.1:\(port)", "--db", folder + "/test.sqlite", "--log", "error"] + options
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
    let line = try output.fileHandleForReading.read(upToCount: 20)
    guard line.map({ String(decoding: $0, as: UTF8.self).hasPrefix("refreshd:") }) == true else {
      throw Silence(description: "the server did not start on port \(port)")
    }
  }

  /// Waits until so many subscribe to the feed main.
  func subscribers(_ count: Int) async throws {
    _ = try await Called.shell(
      "until curl -s $REFRESHD_SERVER/metrics | grep -q 'feed_subscribers{.*\"main\".*websocket.*} \(count)$'; do sleep 0.05; done",
      self)
  }

  /// Ends it as a crash does.
  func kill() {
    guard let process, process.isRunning else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
