import Glibc
import RefreshSockets
import Testing

/// How much one peer may send in a time.
@Suite struct MessageRateTests {
  private static func texts(_ count: Int) -> [UInt8] {
    (1...count).flatMap { RawClient.frame(1, Array("\($0)".utf8)) }
  }

  @Test func `messages come in bursts; who sends more is told 4100 and when to come back, others go on`()
    throws
  {
    var settings = SocketSettings()
    settings.messages = RateLimit(1, burst: 20)
    let server = try TestServer(settings: settings)
    defer { server.stop() }
    let other = try #require(RawClient(server.port))
    _ = other.handshake()
    let client = try #require(RawClient(server.port))
    _ = client.handshake()
    client.send(Self.texts(20))
    for number in 1...20 { _ = try #require(server.heard.take { $0 == .text(2, "\(number)") }) }
    client.send(Self.texts(40))
    let close = try #require(client.frame())
    #expect(close.code == 4100)
    #expect(close.text.contains("too many messages in a short time: come back in 20 s"))
    #expect(server.heard.take { $0 == .closed(2) } != nil)
    other.sendText("here")
    #expect(server.heard.take { $0 == .text(1, "here") } != nil)
  }

  @Test func `bytes are bounded too, in messages of any kind and size`() throws {
    var settings = SocketSettings()
    settings.bytes = RateLimit(100, burst: 10_000)
    let server = try TestServer(settings: settings) { owner in owner.onBinary = { _ in } }
    defer { server.stop() }
    for opcode: UInt8 in [1, 2] {
      let client = try #require(RawClient(server.port))
      _ = client.handshake()
      client.send(RawClient.frame(opcode, [UInt8](repeating: 0x61, count: 9_000)))
      client.send(RawClient.frame(9, [0x70]))
      #expect(client.anyFrame()?.opcode == 10)
      client.send(RawClient.frame(opcode, [UInt8](repeating: 0x61, count: 9_000)))
      #expect(client.frame()?.code == 4100)
    }
  }

  @Test func `a message of endless empty pieces ends, too`() throws {
    var settings = SocketSettings()
    settings.bytes = RateLimit(1, burst: 1_000)
    let server = try TestServer(settings: settings)
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    _ = client.handshake()
    client.send(RawClient.frame(1, [0x61], isFinal: false))
    for _ in 0..<1_000 where !client.send(RawClient.frame(0, [], isFinal: false)) { break }
    #expect(client.frame()?.code == 4100)
  }

  @Test func `what comes while the server is stopped is held against nobody`() throws {
    var settings = SocketSettings()
    settings.ping = 60
    settings.messages = RateLimit(100, burst: 20)
    let server = try TestServer(settings: settings)
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    _ = client.handshake()
    #expect(server.heard.take() == .opened(1))
    // A second from when all has come on, as long as a hundred messages take that come as they may.
    let stands = Mailbox<Bool>()
    let allIsSent = Mailbox<Bool>()
    server.loop.post {
      stands.put(true)
      _ = allIsSent.take()
      usleep(1_000_000)
    }
    #expect(stands.take() == true)
    client.send(Self.texts(100))
    allIsSent.put(true)
    for number in 1...100 { _ = try #require(server.heard.take { $0 == .text(1, "\(number)") }) }
    // It is no second allowance: once made up for, the bound is as before. So many take it longer than a busy machine.
    client.send(Self.texts(3_000))
    #expect(client.frame()?.code == 4100)
  }
}
