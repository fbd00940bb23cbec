import Testing

/// Where libwebsockets does not do what RFC 6455 asks and no callback can see it: what happens instead, and that the
/// server stays whole. The article on conformance lists them.
@Suite struct KnownLimitTests {
  let echo: EchoProgram

  init() throws { echo = try EchoProgram() }

  @Test func `a frame without a mask is read as one with it`() throws {
    let client = try echo.connection()
    for length in [1, 125, 126, 65_536] {
      let text = String(repeating: "u", count: length)
      client.send(RawClient.frame(1, Array(text.utf8), isMasked: false))
      #expect(client.frame()?.text == text)
    }
    client.send(RawClient.frame(9, [1, 2], isMasked: false))
    #expect(client.anyFrame() == RawFrame(isFinal: true, opcode: 10, payload: [1, 2]))
    client.send(RawClient.frame(8, [0x03, 0xe8], isMasked: false))
    #expect(client.frame()?.code == 1000)
    #expect(echo.isWhole)
  }

  @Test func `an empty frame without a mask that has a long form of its length is passed over`() throws {
    let client = try echo.connection()
    for empty: [UInt8] in [[0x81, 126, 0, 0], [0x81, 127, 0, 0, 0, 0, 0, 0, 0, 0]] {
      client.send(empty)
      client.sendText("next")
      #expect(client.frame()?.text == "next", "\(empty)")
    }
    #expect(echo.isWhole)
  }

  @Test func `a length in a longer form than it needs is read`() throws {
    let client = try echo.connection()
    client.send([0x81, 0xfe, 0, 2, 0, 0, 0, 0, 0x68, 0x69])
    #expect(client.frame()?.text == "hi")
    client.send([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0x68, 0x6f])
    #expect(client.frame()?.text == "ho")
    client.send([0x81, 0xfe, 0, 0, 0, 0, 0, 0])
    #expect(client.frame()?.payload == [])
  }

  @Test func `a length of 64 bits with the highest set ends with 1002`() throws {
    let most: [UInt8] = [0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0x61]
    #expect(try echo.closeCode(after: most) == 1002)
    #expect(echo.isWhole)
  }

  @Test func `of pings that come together at least the first is answered, and none twice`() throws {
    let client = try echo.connection()
    client.send((0..<50).flatMap { RawClient.frame(9, [$0]) })
    var answered: [UInt8] = []
    // By the answer to the second text every pong has gone out.
    for text in ["one", "two"] {
      client.sendText(text)
      while let frame = client.anyFrame(), frame.opcode == 10 { answered += frame.payload }
    }
    #expect(answered.first == 0)
    #expect(zip(answered, answered.dropFirst()).allSatisfy { $0 < $1 }, "\(answered)")
    client.send(RawClient.frame(9, [99]))
    #expect(client.anyFrame() == RawFrame(isFinal: true, opcode: 10, payload: [99]))
  }

  @Test func `the close codes that were registered after RFC 6455 are answered 1002`() throws {
    for code: UInt8 in [0xf4, 0xf5, 0xf6] {
      #expect(try echo.closeCode(after: RawClient.frame(8, [0x03, code])) == 1002)
    }
  }
}
