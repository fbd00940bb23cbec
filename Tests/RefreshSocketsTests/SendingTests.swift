import RefreshSockets
import Testing

/// How frames get onto a connection.
@Suite struct SendingTests {
  @Test func `frames that wait together arrive whole and in order, also where the socket takes part of them`()
    throws
  {
    var settings = SocketSettings()
    // Pings go between the frames.
    settings.ping = 5
    settings.maxQueue = 32_000_000
    let server = try TestServer(settings: settings)
    defer { server.stop() }
    let client = try #require(RawClient("127.0.0.1", server.port, receiveBuffer: 4_096))
    #expect(client.handshake()?.status == 101)
    let texts = (0..<1_800).map { "\($0) " + String(repeating: "x", count: $0 * 37 % 16_000) }
    server.onLoop { for text in texts { server.peer(1).send(Frame(text)) } }
    // More than a socket takes.
    #expect(server.onLoop { server.peer(1).queuedBytes } > 0)
    var came: [String] = []
    while came.count < texts.count, let frame = client.frame() {
      if frame.opcode == 1 { came.append(frame.text) }
    }
    #expect(came == texts)
  }

  @Test(arguments: [0, 1, 125, 126, 65_535, 65_536, 200_000])
  func `a frame's header says how long it is`(length: Int) throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    #expect(client.handshake()?.status == 101)
    let text = String(repeating: "é", count: length / 2) + (length % 2 == 1 ? "e" : "")
    server.onLoop { server.peer(1).send(Frame(text)) }
    #expect(client.frame()?.text == text)
  }
}
