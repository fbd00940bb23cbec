import RefreshClient
import RefreshEngine
import RefreshWire
import Testing

/// How long a client waits for a connection, for the server's greeting, and for its answers.
@Suite(.timeLimit(.minutes(5))) struct ConnectTimeoutTests {
  @Test
  func `a server that takes the connection and does not greet is given up after 10 s, with that reason`()
    async throws
  {
    let stage = Stage()
    stage.client.start()
    _ = try await stage.transport.accept()
    await stage.time.sleeper(for: .seconds(5))
    stage.time.advance(by: .seconds(5))
    await stage.time.sleeper(for: .seconds(5))
    stage.time.advance(by: .seconds(5))
    try await expectEnd(stage, ConnectTimeout.silence)
  }

  @Test func `a server that greets and lives and does not answer a subscription is given up after 10 s`()
    async throws
  {
    let stage = Stage()
    stage.client.subscribe(to: main)
    stage.client.start()
    let server = try await stage.connect()
    for now in 1...2 {
      await stage.time.sleeper(for: .seconds(5))
      let heartbeat = HeartbeatMessage(now: Int64(now), heads: [])
      server.deliver(.heartbeat(heartbeat))
      #expect(try await stage.event() == .heartbeat(heartbeat))
      stage.time.advance(by: .seconds(5))
    }
    try await expectEnd(stage, ConnectTimeout.noAnswer)
  }

  @Test
  func `an answer is waited for from when it was asked for, and a server that has answered may be quiet`()
    async throws
  {
    let stage = Stage()
    stage.client.subscribe(to: main)
    stage.client.start()
    let server = try await stage.connect()
    try await stage.answer(server, after: nil, .reset(.new), pos: "p", head: 0)
    for _ in 0..<4 {
      await stage.time.sleeper(for: .seconds(5))
      stage.time.advance(by: .seconds(5))
    }
    await stage.time.sleeper(for: .seconds(5))
    stage.client.subscribe(to: main, tail: 7)
    _ = try await server.next()
    stage.time.advance(by: .seconds(5))
    // It is still watched: the wait counts from the question, and not from the greeting.
    await stage.time.sleeper(for: .seconds(5))
    stage.time.advance(by: .seconds(5))
    try await expectEnd(stage, ConnectTimeout.noAnswer)
  }

  /// The connection has been given up for this reason, and the client comes back.
  private func expectEnd(_ stage: Stage, _ words: String) async throws {
    guard case .disconnected(let end) = try await stage.event() else {
      Issue.record("no disconnection")
      return
    }
    #expect(end.code == 1006 && end.reason.hasPrefix(words), "\(end.reason)")
    #expect(end.comesBackAfter != nil)
    await stage.client.stop()
  }

  @Test(arguments: [false, true])
  func `an attempt that lasts too long is told as no connection, or as silence if somebody took it`(
    isReached: Bool
  ) async throws {
    let stage = Stage()
    stage.transport.wasReached = isReached
    stage.client.start()
    await stage.time.sleeper(for: .seconds(10))
    stage.time.advance(by: .seconds(10))
    try await expectEnd(stage, isReached ? ConnectTimeout.silence : ConnectTimeout.noConnection)
  }

  @Test func `a connection that brings nothing for two heartbeats and the grace is dropped`() async throws {
    let stage = Stage()
    stage.client.start()
    let server = try await stage.connect(heartbeat: 10_000)
    for _ in 0..<4 {
      await stage.time.sleeper(for: .seconds(5))
      stage.time.advance(by: .seconds(5))
    }
    await stage.time.sleeper(for: .seconds(5))
    server.deliver(.heartbeat(HeartbeatMessage(now: 1, heads: [])))
    #expect(try await stage.event() == .heartbeat(HeartbeatMessage(now: 1, heads: [])))
    for _ in 0..<5 {
      await stage.time.sleeper(for: .seconds(5))
      stage.time.advance(by: .seconds(5))
    }
    #expect(try await server.ended.take() == 0)
    #expect(try await stage.comeback() != nil)
    _ = try await stage.connect()
    await stage.client.stop()
  }

  @Test func `an attempt that takes too long counts as failed`() async throws {
    let stage = Stage()
    stage.client.start()
    await stage.time.sleeper(for: .seconds(10))
    stage.time.advance(by: .seconds(10))
    guard case .disconnected(let end) = try await stage.event() else {
      Issue.record("no disconnection")
      return
    }
    #expect(end.code == 1006 && end.reason.contains("10.0 seconds"))
    await stage.client.stop()
    #expect(await stage.hasEnded())
  }

  @Test(arguments: [false, true])
  func `a server that owes an answer each time is asked again after waits that grow`(greets: Bool)
    async throws
  {
    let stage = Stage()
    stage.client.subscribe(to: main)
    stage.client.start()
    var waits: [Duration?] = []
    for _ in 0..<4 {
      if greets { _ = try await stage.connect() } else { _ = try await stage.transport.accept() }
      for _ in 0..<2 {
        await stage.time.sleeper(for: .seconds(5))
        stage.time.advance(by: .seconds(5))
      }
      waits.append(try await stage.comeback())
    }
    #expect(waits == [.seconds(0.5), .seconds(1), .seconds(2), .seconds(4)])
    await stage.client.stop()
  }
}
