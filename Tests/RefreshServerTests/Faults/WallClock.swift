import Foundation

/// The wall clock of one process, which can be set while it runs; the machine's own stays as it is, and the monotonic
/// clock of that process stays true.
final class WallClock {
  private let file = LiveServer.temporaryFolder() + "/clock"
  private let library: String

  init() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib")
    let places = folders.map { "/usr/lib/\($0)/faketime/libfaketimeMT.so.1" }
    guard let found = places.first(where: FileManager.default.fileExists) else {
      throw Silence(description: "Debian's package faketime is needed; scripts/test installs it")
    }
    library = found
    try step(to: 0)
  }

  /// What the process must find in its environment.
  private var environment: [String: String] {
    [
      "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": file, "FAKETIME_NO_CACHE": "1",
      "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    ]
  }

  /// Starts refreshd under this clock.
  func program(_ arguments: [String]) throws -> Program {
    // By way of another program: the first one that the library is loaded into gets its environment moved, after which
    // Swift does not find the arguments.
    try Program([Program.executable] + arguments, executable: "/usr/bin/env", environment: environment)
  }

  /// Sets it, so many seconds beside the machine's.
  func step(to seconds: Int) throws {
    try Data((seconds < 0 ? "\(seconds)\n" : "+\(seconds)\n").utf8).write(
      to: URL(filePath: file), options: .atomic)
  }
}
