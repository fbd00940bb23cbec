import Testing

@testable import RefreshSources

@Suite struct LineCollectorTests {
  private func rows(_ pieces: [[UInt8]], maxRows: Int = 10_000) -> (rows: [String], truncated: Bool) {
    var lines = LineCollector(maxRows: maxRows, maxRowBytes: 40)
    for piece in pieces { piece.withUnsafeBytes { lines.append($0) } }
    return lines.finish()
  }

  @Test(arguments: [
    ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]),
    ("\n\na", ["", "", "a"]), ("a\r\n\r\nb", ["a", "", "b"]), ("a\r", ["a"]), ("a\r\r\n", ["a\u{FFFD}"]),
  ])
  func `a line ends with LF or CRLF, the last also with the output`(text: String, expected: [String]) {
    let whole = rows([Array(text.utf8)])
    #expect(whole.rows == expected)
    #expect(!whole.truncated)
  }

  @Test func `the pieces in which output comes change nothing`() {
    var random = SystemRandomNumberGenerator()
    let parts = [
      "a", "ä", "€", "👍", "\n", "\n", "\r\n", "\r", "\t", "\0", String(repeating: "long ", count: 12),
    ]
    for _ in 0..<200 {
      var bytes = (0..<Int.random(in: 0..<60)).flatMap { _ in Array(parts.randomElement(using: &random)!.utf8)
      }
      if Bool.random(), !bytes.isEmpty { bytes[Int.random(in: 0..<bytes.count)] = 0xF0 }
      let whole = rows([bytes])
      #expect(rows(bytes.map { [$0] }).rows == whole.rows, "\(bytes)")
      var pieces: [[UInt8]] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...20))
        pieces.append(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      #expect(rows(pieces).rows == whole.rows, "\(bytes)")
      #expect(whole.rows.allSatisfy { $0.utf8.count <= 40 })
    }
  }

  @Test func `the rows that are too many are left out, and that is said`() {
    #expect(rows([Array("1\n2\n3\n".utf8)], maxRows: 3) == (["1", "2", "3"], false))
    #expect(rows([Array("1\n2\n3\n4".utf8)], maxRows: 3) == (["1", "2", "3"], true))
    #expect(rows([Array("1\n2\n3\n\n".utf8)], maxRows: 3) == (["1", "2", "3"], true))
    #expect(rows([Array("1\n2\n3\n4\n5\n".utf8), Array("6\n".utf8)], maxRows: 3) == (["1", "2", "3"], true))
  }

  @Test func `the end of standard error is quoted on one line`() {
    func tail(_ text: String) -> String {
      var tail = ErrorTail(maxCharacters: 20)
      for byte in text.utf8 { withUnsafeBytes(of: byte) { tail.append($0) } }
      return tail.text
    }
    #expect(tail("") == "")
    #expect(tail("sh: 1: no\n  such\r\n\n") == "sh: 1: no such")
    #expect(tail("\u{1B}[31mred") == "\u{FFFD}[31mred")
    #expect(
      tail(String(repeating: "x", count: 30) + "the end") == "…" + String(repeating: "x", count: 12)
        + "the end")
    #expect(tail(String(repeating: "👍", count: 5_000)) == "…" + String(repeating: "👍", count: 19))
  }
}
