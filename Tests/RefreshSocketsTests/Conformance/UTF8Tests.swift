import Testing

/// RFC 6455, section 8.1: texts are UTF-8, against the echo program.
@Suite struct UTF8Tests {
  let echo: EchoProgram

  init() throws { echo = try EchoProgram() }

  static let texts = [
    "Hello-µ@ßöäüàá-UTF-8!!", "κόσμε", "\u{0}\u{7f}\u{80}\u{7ff}\u{800}\u{fff}\u{1000}",
    "\u{cfff}\u{d000}\u{d7ff}\u{e000}\u{fffd}\u{fffe}\u{ffff}\u{feff}",
    "\u{10000}\u{3ffff}\u{40000}\u{fffff}\u{100000}\u{10fffe}\u{10ffff}", "👩🏽‍🚒🏳️‍🌈 你好 안녕 こんにちは",
  ]

  /// What is no UTF-8, and how many of its bytes show it: all of them, where only the end of the text does.
  static let broken: [(bytes: [UInt8], shownBy: Int)] = [
    ([0x80], 1), ([0xbf], 1), ([0xc0, 0x80], 1), ([0xc1, 0xbf], 1), ([0xc2, 0x20], 2), ([0xc2, 0xc2], 2),
    ([0xe0, 0x80, 0x80], 2), ([0xe0, 0x9f, 0xbf], 2), ([0xe2, 0x82, 0x41], 3), ([0xed, 0xa0, 0x80], 2),
    ([0xed, 0xbf, 0xbf], 2), ([0xf0, 0x80, 0x80, 0x80], 2), ([0xf0, 0x8f, 0xbf, 0xbf], 2),
    ([0xf4, 0x90, 0x80, 0x80], 2), ([0xf5, 0x80, 0x80, 0x80], 1), ([0xf8, 0x88, 0x80, 0x80, 0x80], 1),
    ([0xfc, 0x84, 0x80, 0x80, 0x80, 0x80], 1), ([0xfe], 1), ([0xff], 1),
    ([0xce, 0xba, 0xe1, 0xbd, 0xb9, 0xcf, 0x83, 0xed, 0xa0, 0x80, 0x65], 9),
  ]

  /// Beginnings of characters that only a text's end makes wrong.
  static let unended: [[UInt8]] = [
    [0xc2], [0xe0], [0xe0, 0xa0], [0xed, 0x9f], [0xef, 0xbf], [0xf0], [0xf0, 0x90], [0xf4, 0x8f, 0xbf],
  ]

  @Test func `a text comes back whatever characters it has, cut at any byte`() throws {
    let client = try echo.connection()
    for text in Self.texts {
      let bytes = Array(text.utf8)
      client.send(RawClient.frame(1, bytes))
      #expect(client.frame()?.payload == bytes)
      for cut in 0...bytes.count {
        client.send(RawClient.frame(1, Array(bytes[..<cut]), isFinal: false))
        client.send(RawClient.frame(0, Array(bytes[cut...])))
        #expect(client.frame()?.payload == bytes, "\(text) cut at \(cut)")
      }
      for (number, byte) in bytes.enumerated() {
        client.send(RawClient.frame(number == 0 ? 1 : 0, [byte], isFinal: number == bytes.count - 1))
      }
      #expect(client.frame()?.payload == bytes, "\(text) byte by byte")
    }
  }

  @Test func `characters that lie across the pieces of a long frame come back`() throws {
    let client = try echo.connection()
    for shift in 0..<4 {
      let bytes = [UInt8](repeating: 0x61, count: shift) + Array(String(repeating: "😀", count: 5_000).utf8)
      client.send(RawClient.frame(1, bytes))
      #expect(client.frame()?.payload == bytes)
    }
  }

  @Test func `a text that is not UTF-8 ends with 1007, alone and behind what is, whole and in fragments`()
    throws
  {
    for bytes in Self.broken.map(\.bytes) + Self.unended {
      for before: [UInt8] in [[], Array("κόσμε ".utf8), Array(repeating: 0x61, count: 300)] {
        #expect(try echo.closeCode(after: RawClient.frame(1, before + bytes)) == 1007, "\(bytes)")
        let fragments =
          RawClient.frame(1, before, isFinal: false)
          + bytes.flatMap { RawClient.frame(0, [$0], isFinal: false) } + RawClient.frame(0, [])
        #expect(try echo.closeCode(after: fragments) == 1007, "\(bytes) byte by byte")
      }
    }
    #expect(echo.isWhole)
  }

  @Test func `a message is ended by the first fragment that shows that it is no text`() throws {
    for (bytes, shownBy) in Self.broken {
      let client = try echo.connection()
      client.send(RawClient.frame(1, Array(bytes[..<(shownBy - 1)]), isFinal: false))
      // Nothing is wrong yet.
      client.send(RawClient.frame(9, [1]))
      #expect(client.anyFrame()?.opcode == 10, "\(bytes) at \(shownBy - 1)")
      client.send(RawClient.frame(0, [bytes[shownBy - 1]], isFinal: false))
      #expect(client.frame()?.code == 1007, "\(bytes) at \(shownBy)")
    }
    // In one long frame, of which not all has come.
    let long = RawClient.frame(1, [0xff] + [UInt8](repeating: 0x61, count: 2_000))
    let client = try echo.connection()
    client.send(Array(long[..<600]))
    #expect(client.frame()?.code == 1007)
    // What follows is as wrong as can be, and no second close frame answers it.
    client.send(Array(long[600...]) + RawClient.frame(3, []))
    #expect(client.takeAll() == [])
  }

  @Test func `the content of a ping need not be UTF-8`() throws {
    let client = try echo.connection()
    client.send(RawClient.frame(9, [0xff, 0xc0, 0x80]))
    #expect(client.anyFrame() == RawFrame(isFinal: true, opcode: 10, payload: [0xff, 0xc0, 0x80]))
  }
}
