import RefreshWire
import Testing

@Suite struct FeedNameTests {
  @Test(arguments: ["a", "0", "main", "a.b_c-d", String(repeating: "z", count: 64)])
  func `a feed's name`(text: String) { #expect(FeedName(text)?.text == text) }

  @Test(arguments: [
    "", "-a", "_a", ".a", "A", "a/b", "a b", "ä", "a\0", "a\n", String(repeating: "z", count: 65),
  ])
  func `no feed's name`(text: String) { #expect(FeedName(text) == nil) }
}

@Suite struct PositionTests {
  @Test func `a position comes back from its text`() {
    for epoch in [0, 1, UInt64.max] {
      for sequence in [0, 1, 120, Int.max] {
        for digest in [[UInt8](repeating: 0, count: 16), [UInt8](repeating: 255, count: 16), Array(0..<16)] {
          let position = Position(epoch: epoch, sequence: sequence, digest: digest)
          #expect(Position(position.text) == position)
          #expect(position.text.utf8.count == 43)
          #expect(position.text.utf8.allSatisfy { $0 != 0x2B && $0 != 0x2F && $0 != 0x3D })
        }
      }
    }
  }

  @Test func `any other text is no position`() {
    let text = Position(epoch: 7, sequence: 120, digest: Array(0..<16)).text
    for length in 0..<43 { #expect(Position(String(text.prefix(length))) == nil) }
    #expect(Position(text + "A") == nil)
    #expect(Position(text + "=") == nil)
    #expect(Position("+" + text.dropFirst()) == nil)
    #expect(Position("é" + text.dropFirst(2)) == nil)
    // The last character holds four bits of the digest and two that must be 0.
    #expect(text.last == "8" && Position(text.dropLast() + "9") == nil)
    // A sequence number beyond Int.
    #expect(Position(String(repeating: "_", count: 42) + "8") == nil)
    #expect(Position("") == nil)
    #expect(Position("yesterday") == nil)
  }
}

@Suite struct PersonNameTests {
  @Test func `control and bidi-override characters and the space around are removed`() {
    #expect(PersonName.clean(" \t Anna\u{0}\u{7F}\u{9B}\u{202E} Lena\u{2066} \n") == "Anna Lena")
    #expect(PersonName.clean("עדי \u{200F}כהן") == "עדי \u{200F}כהן")
  }

  @Test func `an empty name is none`() {
    #expect(PersonName.clean(nil) == nil)
    #expect(PersonName.clean("") == nil)
    #expect(PersonName.clean(" \u{202E}\u{0} ") == nil)
    for unseen in ["\u{200B}", "\u{3164}", "\u{FEFF}", "\u{AD}", "\u{2800}", "\u{301}", "\u{61C}"] {
      #expect(PersonName.clean("\(unseen) \(unseen)") == nil, "\(unseen.unicodeScalars)")
    }
    #expect(PersonName.clean("👩\u{200D}🚀") == "👩\u{200D}🚀")
  }

  @Test func `a name is cut to 40, never within a character`() {
    #expect(PersonName.clean(String(repeating: "x", count: 50)) == String(repeating: "x", count: 40))
    #expect(PersonName.clean(String(repeating: "😀", count: 50)) == String(repeating: "😀", count: 40))
    let family = "👨‍👩‍👧‍👦"
    let names = PersonName.clean(String(repeating: family, count: 50))
    #expect(names == String(repeating: family, count: 40))
    #expect(
      PersonName.clean(String(repeating: "e\u{301}", count: 50)) == String(repeating: "e\u{301}", count: 40))
    #expect(PersonName.clean(String(repeating: "x", count: 39) + " y") == String(repeating: "x", count: 39))
  }

  @Test func `a first character that is too long by itself is cut within`() {
    let marks = { String(repeating: "\u{301}", count: $0) }
    #expect(PersonName.clean("a" + marks(2_500)) == "a" + marks(511))
    #expect(PersonName.clean(" a" + marks(2_500) + "nna") == "a" + marks(511))
    #expect(PersonName.clean("an" + marks(2_500)) == "a")
    #expect(PersonName.clean(marks(2_500)) == nil)
    #expect(PersonName.clean(" " + marks(2_500) + "Anna") == "Anna")
    #expect(PersonName.clean(String(repeating: " ", count: 2_500) + "Anna") == "Anna")
  }
}

@Suite struct CloseCodeTests {
  @Test func `a client comes back as the code asks`() {
    for code in [CloseCode.malformed, .unauthorized, .idle, .forbidden] {
      #expect(Comeback(code: code.rawValue) == .never)
    }
    for code in [CloseCode.rateLimited, .full] { #expect(Comeback(code: code.rawValue) == .backOff) }
    for code in [CloseCode.draining, .slow] { #expect(Comeback(code: code.rawValue) == .afterBye) }
    for code in [CloseCode.normal, .goingAway, .abnormal, .protocolError, .tooBig] {
      #expect(Comeback(code: code.rawValue) == .jitter)
    }
    #expect(Comeback(code: 3_999) == .jitter)
    #expect(Comeback(code: 4_099) == .never)
    #expect(Comeback(code: 4_199) == .backOff)
    #expect(Comeback(code: 4_299) == .afterBye)
    #expect(Comeback(code: 4_300) == .jitter)
  }
}
