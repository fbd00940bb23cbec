import Testing

/// RFC 6455, section 7: how connections are closed, against the echo program.
@Suite struct CloseTests {
  let echo: EchoProgram

  init() throws { echo = try EchoProgram() }

  @Test func `a close code that one may send is answered in kind, and the server ends the connection`() throws
  {
    for code in [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999] {
      let client = try echo.connection()
      client.sendClose(code)
      #expect(client.frame()?.code == code)
      #expect(client.takeAll() == [], "nothing follows, and the connection ends")
    }
  }

  @Test func `a close without a code is answered without one`() throws {
    let client = try echo.connection()
    client.send(RawClient.frame(8, []))
    let answer = try #require(client.frame())
    #expect(answer.opcode == 8)
    #expect(answer.payload == [])
    #expect(client.takeAll() == [])
  }

  @Test func `a close reason may be as long as fits, and is UTF-8`() throws {
    for reason in ["bye", "κόσμε", String(repeating: "x", count: 123), String(repeating: "€", count: 41)] {
      #expect(try echo.closeCode(after: RawClient.frame(8, [0x03, 0xe8] + Array(reason.utf8))) == 1000)
    }
    for (bytes, _) in UTF8Tests.broken {
      #expect(try echo.closeCode(after: RawClient.frame(8, [0x03, 0xe8] + bytes)) == 1007, "\(bytes)")
    }
    for bytes in UTF8Tests.unended {
      #expect(try echo.closeCode(after: RawClient.frame(8, [0x03, 0xe8] + bytes)) == 1007, "\(bytes)")
    }
    #expect(echo.isWhole)
  }

  @Test func `a close code that nobody may send ends with 1002`() throws {
    let reserved = [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535]
    for code in reserved {
      #expect(try echo.closeCode(after: RawClient.frame(8, [UInt8(code >> 8), UInt8(code & 0xff)])) == 1002)
    }
    #expect(echo.isWhole)
  }

  @Test func `half a close code ends with 1002`() throws {
    #expect(try echo.closeCode(after: RawClient.frame(8, [0x03])) == 1002)
  }

  @Test func `a close within a message ends it`() throws {
    let client = try echo.connection()
    client.send(RawClient.frame(1, [0x61], isFinal: false))
    client.sendClose(1001)
    #expect(client.frame()?.code == 1001)
  }

  @Test func `what comes after a close is not read, be it right or wrong`() throws {
    let close = RawClient.frame(8, [0x03, 0xe8])
    let after: [[UInt8]] = [
      RawClient.frame(1, [0x61]), RawClient.frame(9, [0x61]), RawClient.frame(8, [0x03, 0xe9]),
      RawClient.frame(3, []), [0xff, 0xff, 0xff],
    ]
    for bytes in after {
      let client = try echo.connection()
      client.send(close + bytes)
      #expect(client.frame()?.code == 1000, "\(bytes)")
      #expect(client.takeAll() == [], "\(bytes)")
    }
    #expect(echo.isWhole)
  }

  @Test func `a peer that goes in the middle of a frame harms nobody`() throws {
    let frame = RawClient.frame(1, Array(repeating: 0x61, count: 300))
    for count in [0, 1, 2, 3, 5, 8, 100, frame.count] {
      let client = try echo.connection()
      client.send(Array(frame[..<count]))
      client.reset()
    }
    #expect(echo.isWhole)
  }
}
