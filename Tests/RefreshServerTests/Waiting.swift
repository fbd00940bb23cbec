import Foundation
import Testing

/// Waits for a condition of the outside world that tells of itself in no other way, such as a process's end.
func eventually(
  _ what: String, within seconds: Double = 60, _ condition: () async throws -> Bool
) async throws {
  let limit = ContinuousClock.now + .seconds(seconds)
  while ContinuousClock.now < limit {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  Issue.record("waited \(seconds) s in vain: \(what)")
}

/// Processes of this machine, by their command lines.
enum Processes {
  /// Whether a process is running whose arguments hold a text.
  static func exist(with text: String) -> Bool {
    let own = ProcessInfo.processInfo.processIdentifier
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap(Int32.init).contains { process in
      process != own && tell("cmdline", of: process).contains(text)
    }
  }

  /// What the system tells of a process, at most 4 096 bytes. Read by hand, because Foundation loses the memory that it takes for a file whose size is told as 0.
  static func tell(_ what: String, of process: Int32) -> String {
    let file = open("/proc/\(process)/\(what)", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

/// Nothing came in time.
struct Silence: Error, CustomStringConvertible {
  let description: String
}
