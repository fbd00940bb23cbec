import Foundation
import Testing

/// Waits for a condition of the outside world that tells of itself in no other way, such as a process's end.
func eventually(
  _ what: String, within seconds: Double = 10, _ condition: () async throws -> Bool
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
      guard process != own, let data = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else {
        return false
      }
      return String(decoding: data, as: UTF8.self).contains(text)
    }
  }
}

/// Nothing came in time.
struct Silence: Error, CustomStringConvertible {
  let description: String
}
