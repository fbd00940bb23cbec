import RefreshSockets
import Testing

@Suite struct MessageTests {
  @Test func `texts go in and out, in order, up to the longest`() throws {
    let server = try TestServer { owner in
      owner.onReceived = { text, peer in peer.send(Frame("\(text.utf8.count):" + text)) }
    }
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    #expect(client.handshake()?.status == 101)
    for length in [0, 1, 125, 126, 255, 256, 257, 4_096, 16_384] {
      let text = String(repeating: "x", count: length)
      client.sendText(text)
      #expect(client.frame()?.text == "\(length):" + text)
    }
  }

  @Test func `a message in pieces is one message, with pings between them answered`() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    _ = client.handshake()
    #expect(server.heard.take() == .opened(1))
    // The euro sign is cut in the middle.
    client.send(RawClient.frame(1, [0x61, 0xe2], isFinal: false))
    client.send(RawClient.frame(9, Array("beat".utf8)))
    client.send(RawClient.frame(0, [0x82], isFinal: false))
    client.send(RawClient.frame(0, [], isFinal: false))
    client.send(RawClient.frame(0, [0xac, 0x62]))
    #expect(client.anyFrame() == RawFrame(isFinal: true, opcode: 10, payload: Array("beat".utf8)))
    #expect(server.heard.take() == .text(1, "a€b"))
  }

  @Test func `a message that is too long ends with 1009, whole or in pieces`() throws {
    let server = try TestServer()
    defer { server.stop() }
    let whole = try #require(RawClient(server.port))
    _ = whole.handshake()
    whole.sendText(String(repeating: "x", count: 16_385))
    #expect(whole.frame()?.code == 1009)

    let million = try #require(RawClient(server.port))
    _ = million.handshake()
    million.sendText(String(repeating: "x", count: 1 << 20))
    #expect(million.frame()?.code == 1009)

    let pieces = try #require(RawClient(server.port))
    _ = pieces.handshake()
    var sent = 0
    pieces.send(RawClient.frame(1, [0x61], isFinal: false))
    while sent < 10_000, pieces.send(RawClient.frame(0, [UInt8](repeating: 0x61, count: 100), isFinal: false))
    {
      sent += 1
    }
    #expect(pieces.frame()?.code == 1009)
  }

  @Test func `a binary message is told to the owner, which closes with 4000`() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    _ = client.handshake()
    client.send(RawClient.frame(2, [1, 2, 3]))
    #expect(client.frame()?.code == 4000)
    #expect(server.heard.take { $0 == .binary(1) } != nil)
  }
}
