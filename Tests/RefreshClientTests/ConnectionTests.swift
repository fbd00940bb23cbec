import RefreshClient
import RefreshEngine
import RefreshWire
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConnectionTests {
  @Test func `a subscription asked for before the connection is sent when it opens`() async throws {
    let stage = Stage()
    stage.client.subscribe(to: main, tail: 5, name: "Anna")
    #expect(!stage.client.ping())
    stage.client.start()
    let server = try await stage.connect()
    #expect(try await server.next() == .subscribe(SubscribeMessage(feed: main, tail: 5, name: "Anna")))
    #expect(stage.client.ping())
    #expect(try await server.next() == .ping)
    server.deliver(.pong(PongMessage(now: 9)))
    #expect(try await stage.event() == .pong(PongMessage(now: 9)))
    await stage.client.stop()
    #expect(try await server.ended.take() == CloseCode.normal.rawValue)
    #expect(
      try await stage.event() == .disconnected(Disconnection(code: 1000, reason: "", comesBackAfter: nil)))
    #expect(await stage.hasEnded())
  }

  @Test func `the client comes back with full jitter that doubles from half a second to 20 s`() async throws {
    let stage = Stage()
    stage.client.start()
    for limit in [0.5, 1, 2, 4, 8, 16, 20, 20] {
      stage.time.setChance(limit == 4 ? 0.25 : 1)
      stage.transport.refuse()
      let wait = Duration.seconds(limit == 4 ? 1 : limit)
      guard case .disconnected(let end) = try await stage.event() else {
        Issue.record("no disconnection")
        return
      }
      #expect(end.code == 1006 && end.comesBackAfter == wait)
      await stage.time.sleeper(for: wait)
      stage.time.advance(by: wait)
    }
    await stage.client.stop()
  }

  @Test func `a connection that has lasted 5 s makes the waits short again`() async throws {
    let stage = Stage()
    stage.client.start()
    var waits: [Duration?] = []
    for lasted in [Duration.seconds(4), .seconds(4), .seconds(5), .seconds(4)] {
      let server = try await stage.connect()
      stage.time.advance(by: lasted)
      server.hangUp(1006)
      waits.append(try await stage.comeback())
    }
    #expect(waits == [.seconds(0.5), .seconds(1), .seconds(0.5), .seconds(1)])
    await stage.client.stop()
  }

  @Test(arguments: [4000, 4001, 4002, 4003, 4099] as [UInt16])
  func `a client that was sent away does not come back`(code: UInt16) async throws {
    let stage = Stage()
    stage.client.start()
    let server = try await stage.connect()
    server.hangUp(code, "why")
    #expect(
      try await stage.event() == .disconnected(Disconnection(code: code, reason: "why", comesBackAfter: nil)))
    #expect(await stage.hasEnded())
  }

  @Test func `a server over its bound is left alone for at least half of the longest wait`() async throws {
    let stage = Stage()
    stage.client.start()
    for (code, chance, wait) in [(4100, 0.0, 10), (4101, 1.0, 20), (4199, 0.5, 15)] as [(UInt16, Double, Int)]
    {
      stage.time.setChance(chance)
      let server = try await stage.connect()
      server.hangUp(code)
      #expect(try await stage.comeback() == .seconds(wait))
    }
    await stage.client.stop()
  }

  @Test func `after a farewell the client comes back when it was told to`() async throws {
    let stage = Stage()
    stage.client.start()
    let server = try await stage.connect()
    server.deliver(.bye(ByeMessage(why: "draining", after: 1_800)))
    #expect(try await stage.event() == .bye(ByeMessage(why: "draining", after: 1_800)))
    server.hangUp(4200)
    #expect(try await stage.comeback() == .milliseconds(1_800))
    // Without a farewell: jitter. What an earlier connection was told counts no more.
    try await stage.connect().hangUp(4208)
    #expect(try await stage.comeback() == .milliseconds(500))
    await stage.client.stop()
  }

  @Test(arguments: ["", "[]", "nonsense", #"{"type":"rows","feed":"main"}"#])
  func `a server that is not understood is left, and tried again`(text: String) async throws {
    let stage = Stage()
    stage.client.start()
    let server = try await stage.connect()
    server.deliver(text: text)
    #expect(try await server.ended.take() == CloseCode.protocolError.rawValue)
    #expect(try await stage.comeback() == .milliseconds(500))
    await stage.client.stop()
  }

  @Test func `a message of a type of a later protocol is ignored`() async throws {
    let stage = Stage()
    stage.client.start()
    let server = try await stage.connect()
    server.deliver(text: #"{"type":"weather"}"#)
    server.deliver(.pong(PongMessage(now: 1)))
    #expect(try await stage.event() == .pong(PongMessage(now: 1)))
    await stage.client.stop()
  }

  @Test func `a client whose events are not read stops reading its connection, and loses nothing`()
    async throws
  {
    let stage = Stage(eventBuffer: 8)
    stage.client.start()
    let server = try await stage.connect()
    for now in 1...1_000 { server.deliver(.pong(PongMessage(now: Int64(now)))) }
    // The client's own messages pass meanwhile, and show that it stands still.
    #expect(stage.client.ping())
    #expect(try await server.next() == .ping)
    for now in 1...1_000 {
      #expect(server.taken <= now + 9)
      #expect(try await stage.event() == .pong(PongMessage(now: Int64(now))))
    }
    await stage.client.stop()
  }

  @Test func `a client can be stopped while nobody reads its events, and before it has started`() async throws
  {
    let stage = Stage(eventBuffer: 2)
    stage.client.start()
    let server = try await stage.connect()
    for now in 1...10 { server.deliver(.pong(PongMessage(now: Int64(now)))) }
    await stage.client.stop()
    let other = Stage()
    await other.client.stop()
    #expect(await other.hasEnded())
  }

  @Test func `a client that nobody holds drops its connection`() async throws {
    let transport = ScriptedTransport()
    var client: RefreshClient? = RefreshClient(url: "ws://test/live", transport: transport)
    client?.start()
    let server = try await transport.accept()
    // Its subscription shows that it has taken the connection.
    client?.subscribe(to: main)
    _ = try await server.next()
    client = nil
    #expect(try await server.ended.take() == CloseCode.goingAway.rawValue)
  }
}
