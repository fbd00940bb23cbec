import Testing

/// RFC 6455, section 5: how frames are read, against the echo program.
@Suite struct FramingTests {
  let echo: EchoProgram

  init() throws { echo = try EchoProgram() }

  @Test func `texts of every length come back, in each of the three forms of a length`() throws {
    let client = try echo.connection()
    for length in [0, 1, 124, 125, 126, 127, 128, 255, 256, 257, 65_534, 65_535, 65_536, 1 << 20] {
      let text = String(repeating: "x", count: length)
      client.sendText(text)
      #expect(client.frame()?.text == text, "\(length)")
    }
  }

  @Test func `each frame is read with its own mask`() throws {
    let client = try echo.connection()
    let text = Array("masks: 0123456789".utf8)
    for mask: [UInt8] in [
      [0, 0, 0, 0], [255, 255, 255, 255], [0, 0, 0, 7], [1, 0, 0, 0], [0x6d, 0x61, 0x73, 0x6b],
    ] {
      let frame = RawClient.frame(1, text, mask: mask)
      client.send(frame)
      #expect(client.frame()?.payload == text, "\(mask)")
    }
    // Two pieces of one message, each with a mask of its own.
    client.send(RawClient.frame(1, [0x61, 0x62, 0x63], isFinal: false, mask: [1, 2, 3, 4]))
    client.send(RawClient.frame(0, [0x64, 0x65], mask: [9, 8, 7, 6]))
    #expect(client.frame()?.text == "abcde")
  }

  @Test func `it does not matter in which segments frames come`() throws {
    let client = try echo.connection()
    let long = String(repeating: "y", count: 300)
    for byte in RawClient.frame(1, Array(long.utf8)) { client.send([byte]) }
    #expect(client.frame()?.text == long)

    let texts = (1...1_000).map { "number \($0)" }
    client.send(texts.flatMap { RawClient.frame(1, Array($0.utf8)) })
    for text in texts { try #require(client.frame()?.text == text) }

    for byte in RawClient.frame(8, [0x03, 0xe8]) { client.send([byte]) }
    #expect(client.frame()?.code == 1000)
  }

  @Test func `a message in fragments is one, also with empty ones among them`() throws {
    let client = try echo.connection()
    client.send(RawClient.frame(1, [], isFinal: false))
    client.send(RawClient.frame(0, [], isFinal: false))
    client.send(RawClient.frame(0, []))
    #expect(client.frame()?.payload == [])

    client.send(RawClient.frame(1, [], isFinal: false))
    for letter in "fragments".utf8 {
      client.send(RawClient.frame(0, [letter], isFinal: false) + RawClient.frame(0, [], isFinal: false))
    }
    client.send(RawClient.frame(0, Array(repeating: 0x2e, count: 70_000), isFinal: false))
    client.send(RawClient.frame(0, []))
    #expect(client.frame()?.text == "fragments" + String(repeating: ".", count: 70_000))
  }

  @Test func `fragments out of order end with 1002`() throws {
    let start = RawClient.frame(1, [0x61], isFinal: false)
    let cases: [(name: String, bytes: [UInt8])] = [
      ("a last fragment of nothing", RawClient.frame(0, [0x61])),
      ("a fragment of nothing", RawClient.frame(0, [0x61], isFinal: false)),
      ("a text within a text", start + RawClient.frame(1, [0x62])),
      ("the start of a text within a text", start + start),
      ("binary within a text", start + RawClient.frame(2, [0x62])),
    ]
    for (name, bytes) in cases { #expect(try echo.closeCode(after: bytes) == 1002, "\(name)") }

    let client = try echo.connection()
    client.send(start + RawClient.frame(0, [0x62]))
    #expect(client.frame()?.text == "ab")
    client.send(RawClient.frame(0, [0x63]))
    #expect(client.frame()?.code == 1002, "a fragment after the last one")
    #expect(echo.isWhole)
  }

  @Test func `a reserved bit ends with 1002, in any kind of frame`() throws {
    for bit: UInt8 in [0x40, 0x20, 0x10, 0x70] {
      for opcode: UInt8 in [1, 2, 8, 9, 10] {
        let frame = RawClient.frame(bit | opcode, opcode == 8 ? [0x03, 0xe8] : [0x61])
        #expect(try echo.closeCode(after: frame) == 1002, "bit \(bit), opcode \(opcode)")
      }
      let fragments = RawClient.frame(1, [0x61], isFinal: false) + RawClient.frame(bit, [0x62])
      #expect(try echo.closeCode(after: fragments) == 1002, "bit \(bit), a later fragment")
    }
    #expect(echo.isWhole)
  }

  @Test func `a reserved opcode ends with 1002, whatever came before`() throws {
    for opcode: UInt8 in [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] {
      for payload: [UInt8] in [[], [0x61, 0x62]] {
        let frame = RawClient.frame(opcode, payload)
        #expect(try echo.closeCode(after: frame) == 1002, "opcode \(opcode)")
        let client = try echo.connection()
        client.send(RawClient.frame(1, Array("before".utf8)) + frame + RawClient.frame(1, [0x61]))
        let before = try #require(client.frame())
        // A close that follows at once may overtake an answer that waits for the turn's end.
        #expect(before.text == "before" || before.code == 1002)
        if before.opcode == 1 { #expect(client.frame()?.code == 1002, "opcode \(opcode), behind a text") }
      }
    }
    #expect(echo.isWhole)
  }

  @Test func `binary messages are refused with 1003`() throws {
    #expect(try echo.closeCode(after: RawClient.frame(2, [0, 1, 255])) == 1003)
    #expect(try echo.closeCode(after: RawClient.frame(2, [])) == 1003)
  }

  @Test func `a message beyond the bound ends with 1009 before it has come`() throws {
    let small = try EchoProgram("--max-message", "1000")
    let fitting = try small.connection()
    fitting.sendText(String(repeating: "x", count: 1_000))
    #expect(fitting.frame()?.payload.count == 1_000)
    #expect(try small.closeCode(after: RawClient.frame(1, Array(repeating: 0x61, count: 1_001))) == 1009)

    // Of the million that the header announces only the first 256 come.
    let announced = RawClient.frame(1, Array(repeating: 0x61, count: 1_000_000)).prefix(14 + 256)
    #expect(try small.closeCode(after: Array(announced)) == 1009)
    let most: [UInt8] = [0x81, 0xff, 0x7f, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0]
    #expect(try small.closeCode(after: most + [UInt8](repeating: 0x61, count: 256)) == 1009)

    let piece = RawClient.frame(0, Array(repeating: 0x61, count: 600), isFinal: false)
    let fragments = RawClient.frame(1, [], isFinal: false) + piece + piece
    #expect(try small.closeCode(after: fragments) == 1009)
    #expect(small.isWhole)
  }
}
