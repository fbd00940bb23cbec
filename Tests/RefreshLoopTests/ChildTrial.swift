import Glibc
import RefreshLoop
import Testing

/// Runs one shell line to its end on a loop of its own, and keeps all that was told.
final class ChildTrial {
  let loop: EventLoop
  var output: [UInt8] = []
  var errors: [UInt8] = []
  var ends: [ChildEnd] = []
  private(set) var child: ChildProcess?

  init() throws { loop = try EventLoop() }

  var text: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// - Parameter whenOutput: called at each piece of output, with the trial.
  /// - Returns: how long it took, in milliseconds.
  @discardableResult
  func run(
    _ line: String, _ change: (inout ChildCommand) -> Void = { _ in },
    whenOutput: @escaping (ChildTrial) -> Void = { _ in }
  ) throws -> Int {
    var command = ChildCommand("/bin/sh", ["-c", line])
    change(&command)
    return try run(command, whenOutput: whenOutput)
  }

  @discardableResult
  func run(
    _ command: ChildCommand, whenOutput: @escaping (ChildTrial) -> Void = { _ in }
  ) throws -> Int {
    let began = loop.now
    child = try ChildProcess(command, on: loop) { [unowned self] stream, bytes in
      if stream == .output { output += bytes } else { errors += bytes }
      whenOutput(self)
    } ended: { [unowned self] end in
      ends.append(end)
      loop.stop()
    }
    let limit = LoopTimer(on: loop) { [unowned self] in
      Issue.record("no end within a minute")
      loop.stop()
    }
    limit.start(after: 60_000)
    withExtendedLifetime(limit) { loop.run() }
    return loop.now - began
  }
}

/// Whether a process is there and not a zombie.
func isRunning(_ pid: Int32) -> Bool {
  guard let file = fopen("/proc/\(pid)/stat", "r") else { return false }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 512)
  guard fgets(&line, 512, file) != nil else { return false }
  let text = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return text.split(separator: ")").last?.dropFirst().first != "Z"
}

/// Waits until a process that was killed is gone, which takes the system a moment.
func hasEnded(_ pid: Int32) -> Bool {
  for _ in 0..<6_000 where isRunning(pid) { usleep(10_000) }
  return !isRunning(pid)
}
