import Foundation
import Glibc
import TestSupport
import Testing

@testable import RefreshServer

/// What a source has to say to the operator though its run went well.
@Suite struct SourceNoticeTests {
  @Test func `lines that a rotation took away are a warning of the run that missed them`() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/app.log"
    let program = try Program([
      "--listen", "127.0.0.1:0", "--db", folder.path + "/l.sqlite", "--log", "warning", "--log-format",
      "json",
      "--source", "file:\(path)",
    ])
    let port = try program.ready()
    for text in ["one\n", "two\n", "two\nthree\n"] {
      // The second time what was read is gone, the third time the file has only grown.
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      let answer = try BareRequest(
        port: port, "POST /feeds/main/refresh?wait=1 HTTP/1.1", ["Host: 127.0.0.1:\(port)"], body: "")
      #expect(answer.status == 200)
    }
    program.send(SIGTERM)
    #expect(program.wait() == 0)
    let lines = program.complaints.split(separator: "\n").filter { $0.contains("was rotated or emptied") }
    #expect(lines.count == 1, "\(program.complaints)")
    let line = try #require(
      try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    #expect(line["level"] as? String == "warning")
    #expect(line["feed"] as? String == "main" && line["run"] as? Int == 2)
    #expect((line["message"] as? String)?.hasPrefix("feed main: run 2: \(path) was rotated") == true)
  }
}
