import Foundation
import Testing

@testable import RefreshServer

/// One line of the log, in both forms.
@Suite struct LogLineTests {
  private static let hostile = "a\nb\r\"level\":\"error\"\u{2028}\u{85}\u{0}\t{}\\ ‮end"

  private func json(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test func `a line of text is time, level and words, and one line whatever the words are`() {
    let line = LogLine(
      .info, "feed main: run 7 began", LogSubject(feed: "main"), at: .init(timeIntervalSince1970: 0))
    #expect(line.text(.text) == "1970-01-01T00:00:00.000Z info feed main: run 7 began\n")
    let hostile = LogLine(.info, Self.hostile).text(.text)
    #expect(hostile.split(whereSeparator: \.isNewline).count == 1)
    #expect(hostile.hasSuffix("end\n"))
  }

  @Test func `a line of JSON has what it is about in fields, and nobody's words become one`() throws {
    let subject = LogSubject(feed: "main", run: 7, client: "c9f2b01a77de", request: "r-1")
    let line = LogLine(.warning, Self.hostile, subject, at: .init(timeIntervalSince1970: 0)).text(.json)
    #expect(line.utf8.count { $0 == 0x0a } == 1)
    #expect(line.hasSuffix("}\n"))
    let fields = try json(line)
    #expect(fields["message"] as? String == Self.hostile)
    #expect(fields["level"] as? String == "warning")
    #expect(fields["time"] as? String == "1970-01-01T00:00:00.000Z")
    #expect(fields["feed"] as? String == "main")
    #expect(fields["run"] as? Int == 7)
    #expect(fields["client"] as? String == "c9f2b01a77de")
    #expect(fields["request"] as? String == "r-1")
    #expect(fields.count == 7)
    #expect(try json(LogLine(.error, "x").text(.json)).keys.sorted() == ["level", "message", "time"])
  }

  @Test(arguments: ["x", "\u{1}", "\"", "é", "😀"])
  func `a line that is too long is cut and still JSON`(character: String) throws {
    let words = String(repeating: character, count: 10_000)
    let line = LogLine(.info, words, LogSubject(feed: "main")).text(.json)
    #expect(line.utf8.count <= 4_096)
    let message = try #require(try json(line)["message"] as? String)
    #expect(message.hasSuffix("…"))
    #expect(words.hasPrefix(message.dropLast()))
    #expect(message.count > 500)
  }
}
