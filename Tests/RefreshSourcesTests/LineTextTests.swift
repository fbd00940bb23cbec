import Testing

@testable import RefreshSources

@Suite struct LineTextTests {
  private func row(_ bytes: [UInt8], limit: Int = 8_192) -> String? {
    var lines = LineCollector(maxRows: 10, maxRowBytes: limit)
    bytes.withUnsafeBytes { lines.append($0) }
    return lines.finish().rows.first
  }

  @Test func `text of any script passes as it is, the tab too`() {
    let text = "Grüße\t你好 👩‍👩‍👧 é\u{301} §"
    #expect(row(Array(text.utf8)) == text)
  }

  @Test func `what is not UTF-8 is replaced`() {
    #expect(row([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
    #expect(row(Array("Gr\u{FC}n".unicodeScalars.map { UInt8($0.value) })) == "Gr\u{FFFD}n", "Latin-1")
    #expect(row([0xE2, 0x82]) == "\u{FFFD}", "a character cut off")
    #expect(row([0xED, 0xA0, 0x80])?.contains("\u{FFFD}") == true, "a surrogate")
    #expect(row([0xC0, 0x80])?.contains("\u{FFFD}") == true, "an overlong NUL")
  }

  @Test func `control characters other than the tab are replaced`() {
    #expect(row([0x61, 0x00, 0x1B, 0x5B, 0x7F, 0x09, 0x0D, 0x62]) == "a\u{FFFD}\u{FFFD}[\u{FFFD}\t\u{FFFD}b")
    #expect(row(Array("a\u{85}\u{9F}\u{A0}".utf8)) == "a\u{FFFD}\u{FFFD}\u{A0}")
  }

  @Test func `a line of exactly a row's length is whole, one byte more is cut and marked`() {
    let whole = [UInt8](repeating: 0x78, count: 8_192)
    #expect(row(whole) == String(repeating: "x", count: 8_192))
    #expect(row(whole + [0x0D, 0x0A]) == String(repeating: "x", count: 8_192))
    #expect(row(whole + [0x78]) == String(repeating: "x", count: 8_183) + "… [cut]")
  }

  @Test(arguments: ["ä", "€", "👍", "👩‍👩‍👧", "e\u{301}", "🇩🇪"], 16...60)
  func `the cut is between two characters`(character: String, limit: Int) throws {
    let text = try #require(row(Array(String(repeating: character, count: 100).utf8), limit: limit))
    #expect(text.utf8.count <= limit)
    #expect(text.hasSuffix("… [cut]"))
    let kept = text.dropLast("… [cut]".count)
    #expect(kept == String(repeating: character, count: kept.count))
    #expect(limit - text.utf8.count < character.utf8.count)
  }

  @Test func `a character without end is cut all the same`() throws {
    let text = try #require(row(Array(("e" + String(repeating: "\u{301}", count: 9_000)).utf8)))
    #expect(text.utf8.count <= 8_192 && text.utf8.count > 8_000)
  }

  @Test func `replacing makes a line longer, and then it is cut too`() throws {
    let text = try #require(row([UInt8](repeating: 0xFF, count: 8_000)))
    #expect(text.utf8.count <= 8_192)
    #expect(text.hasPrefix("\u{FFFD}\u{FFFD}"))
    #expect(text.hasSuffix("… [cut]"))
  }
}
