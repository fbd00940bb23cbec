import RefreshWire
import Testing

@Suite struct RowTextTests {
  @Test func `a plain line is the row`() {
    #expect(RowText.clean("Line 1\tof 5") == "Line 1\tof 5")
    #expect(RowText.clean("") == "")
    #expect(RowText.clean("Größe 😀 \u{2028}") == "Größe 😀 \u{2028}")
  }

  @Test func `invalid bytes and control characters become U+FFFD`() {
    #expect(clean([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
    #expect(clean([0x61, 0xE2, 0x82]) == "a\u{FFFD}")
    #expect(
      RowText.clean("a\u{0}b\rc\nd\u{1B}e\u{7F}f\u{85}")
        == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e\u{FFFD}f\u{FFFD}")
  }

  @Test func `a line of 8 192 bytes stays, a longer one is cut and marked`() {
    let fitting = String(repeating: "x", count: 8_192)
    #expect(RowText.clean(fitting) == fitting)
    let cut = RowText.clean(fitting + "x")
    #expect(cut.utf8.count == 8_192)
    #expect(cut == String(repeating: "x", count: 8_183) + "… [cut]")
  }

  @Test func `a line that grows beyond the bound by being cleaned is cut too`() {
    let cut = clean([UInt8](repeating: 0xFF, count: 8_000))
    #expect(cut.utf8.count <= 8_192)
    #expect(cut.hasSuffix("\u{FFFD}… [cut]"))
  }

  @Test func `the cut is never within a character`() {
    let family = "👨‍👩‍👧‍👦"
    let cut = RowText.clean(String(repeating: family, count: 1_000))
    #expect(cut == String(repeating: family, count: 8_183 / family.utf8.count) + "… [cut]")
    let stacked = RowText.clean("a" + String(repeating: "\u{301}", count: 10_000))
    #expect(stacked.utf8.count <= 8_192 && stacked.utf8.count > 8_000)
    #expect(stacked.hasSuffix("… [cut]"))
    for shift in 0..<4 {
      let bytes =
        Array(String(repeating: "x", count: shift).utf8) + Array(String(repeating: "😀", count: 2_100).utf8)
      #expect(!clean(bytes).unicodeScalars.contains("\u{FFFD}"))
    }
  }

  @Test func `the beginning of a line whose rest was thrown away is marked`() {
    #expect(RowText.clean("abc", continues: true) == "abc… [cut]")
  }

  private func clean(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { RowText.clean($0) }
  }
}

@Suite struct RowChunkTests {
  @Test func `a frame holds as many rows as fit, and never more than its bound`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      let rows = (0..<300).map { index in
        let character = ["x", "é", "\"", "\u{1}", "😀"].randomElement(using: &random)!
        let count = Int.random(in: 0...(8_192 / character.utf8.count), using: &random)
        return Row(text: String(repeating: character, count: count), at: .max, run: index)
      }
      for bytes in [32_768, WireBounds.rowsFrame] {
        let count = RowChunks.prefix(rows, bytes: bytes)
        #expect(count >= 1 && count < 300)
        let message = RowsMessage(
          feed: FeedName(String(repeating: "f", count: 64))!, first: .max, rows: Array(rows.prefix(count)),
          pos: String(repeating: "p", count: 43))
        #expect(count == 1 || message.encoded().count <= bytes)
        #expect(RowChunks.suffix(rows.reversed(), bytes: bytes) == count)
      }
    }
  }

  @Test func `a row that is all escapes fits into one frame`() {
    let row = Row(text: String(repeating: "\u{1}", count: WireBounds.rowText), at: .max, run: .max)
    #expect(RowsMessage(feed: main, first: 1, rows: [row], pos: "").encoded().count < WireBounds.rowsFrame)
  }

  @Test func `no rows are no frame`() {
    #expect(RowChunks.prefix([]) == 0)
    #expect(RowChunks.suffix([]) == 0)
  }
}
