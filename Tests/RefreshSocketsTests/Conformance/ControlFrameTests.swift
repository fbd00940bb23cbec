import Testing

/// RFC 6455, section 5.5: pings, pongs, and what all control frames have in common, against the echo program.
@Suite struct ControlFrameTests {
  let echo: EchoProgram

  init() throws { echo = try EchoProgram() }

  @Test func `a ping of every length is answered with its own payload`() throws {
    let client = try echo.connection()
    for length in 0...125 {
      let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
      client.send(RawClient.frame(9, payload))
      #expect(client.anyFrame() == RawFrame(isFinal: true, opcode: 10, payload: payload), "\(length)")
    }
  }

  @Test func `a ping between two fragments is answered before the message has ended`() throws {
    let client = try echo.connection()
    client.send(RawClient.frame(1, Array("one ".utf8), isFinal: false))
    for number: UInt8 in 1...5 {
      client.send(RawClient.frame(9, [number]))
      #expect(client.anyFrame() == RawFrame(isFinal: true, opcode: 10, payload: [number]))
      client.send(RawClient.frame(0, Array("more ".utf8), isFinal: false))
    }
    client.send(RawClient.frame(0, Array("end".utf8)))
    #expect(client.frame()?.text == "one more more more more more end")
  }

  @Test func `a ping in the same segment as the fragments around it does not change the message`() throws {
    let client = try echo.connection()
    client.send(
      RawClient.frame(1, Array("a".utf8), isFinal: false) + RawClient.frame(9, Array("beat".utf8))
        + RawClient.frame(0, Array("b".utf8)))
    var got: [RawFrame] = []
    while got.count < 2, let frame = client.anyFrame() { got.append(frame) }
    #expect(got.contains(RawFrame(isFinal: true, opcode: 10, payload: Array("beat".utf8))))
    #expect(got.contains(RawFrame(isFinal: true, opcode: 1, payload: Array("ab".utf8))))
  }

  @Test func `a pong that nobody asked for is passed over, with or without a payload`() throws {
    let client = try echo.connection()
    client.send(RawClient.frame(10, []) + RawClient.frame(10, Array(repeating: 7, count: 125)))
    client.send(RawClient.frame(1, [0x61], isFinal: false) + RawClient.frame(10, [1, 2]))
    client.send(RawClient.frame(0, [0x62]))
    #expect(client.anyFrame() == RawFrame(isFinal: true, opcode: 1, payload: Array("ab".utf8)))
  }

  @Test func `a control frame of more than 125 bytes ends with 1002, in each form of its length`() throws {
    for opcode: UInt8 in [8, 9, 10] {
      for length in [126, 127, 65_535, 65_536] {
        let frame = RawClient.frame(opcode, [UInt8](repeating: 3, count: length))
        #expect(try echo.closeCode(after: frame) == 1002, "opcode \(opcode), \(length) bytes")
      }
      // The long forms are forbidden for short lengths too.
      let long: [UInt8] = [0x80 | opcode, 0xfe, 0, 2, 0, 0, 0, 0, 0x03, 0xe8]
      #expect(try echo.closeCode(after: long) == 1002, "opcode \(opcode), 2 bytes as 126")
      let longest: [UInt8] = [0x80 | opcode, 0xff, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0x03, 0xe8]
      #expect(try echo.closeCode(after: longest) == 1002, "opcode \(opcode), 2 bytes as 127")
    }
    #expect(echo.isWhole)
  }

  @Test func `a control frame in fragments ends with 1002, alone and within a message`() throws {
    let start = RawClient.frame(1, [0x61], isFinal: false)
    for opcode: UInt8 in [8, 9, 10] {
      let part = RawClient.frame(opcode, [0x03, 0xe8], isFinal: false)
      #expect(try echo.closeCode(after: part) == 1002, "opcode \(opcode)")
      #expect(
        try echo.closeCode(after: part + RawClient.frame(0, [])) == 1002, "opcode \(opcode), both parts")
      #expect(try echo.closeCode(after: start + part) == 1002, "opcode \(opcode), within a message")
    }
    #expect(echo.isWhole)
  }
}
