import Foundation
import Testing

extension Program {
  /// Lets no file that it writes grow beyond so many bytes, as on a full disk; `unlimited` takes that back.
  func limitFiles(to bytes: String) throws {
    let limit = try Process.run(
      URL(filePath: "/usr/bin/prlimit"), arguments: ["--pid", "\(process)", "--fsize=\(bytes):"])
    limit.waitUntilExit()
    #expect(limit.terminationStatus == 0)
  }
}
