import RefreshClient
import RefreshEngine
import RefreshWire
import Testing

@Suite(.timeLimit(.minutes(5))) struct ListTests {
  @Test func `rows and position are kept together, and the next connection resumes there`() async throws {
    let stage = Stage()
    stage.client.subscribe(to: main)
    stage.client.start()
    var server = try await stage.connect()
    try await stage.answer(server, after: nil, .reset(.new), pos: "p0", head: 3)
    server.deliver(.rows(rows(1...3, pos: "p3")))
    #expect(try await stage.event() == .rows(rows(1...3, pos: "p3")))
    #expect(
      stage.client.list(of: main) == FeedList(first: 1, rows: rows(1...3, pos: "").rows, position: "p3"))
    server.hangUp(1006)
    #expect(
      try await stage.event() == .disconnected(.init(code: 1006, reason: "", comesBackAfter: .seconds(0.5))))
    await stage.time.sleeper(for: .seconds(0.5))
    stage.time.advance(by: .seconds(0.5))
    server = try await stage.connect()
    try await stage.answer(server, after: "p3", .resume, pos: "p3", head: 4)
    server.deliver(.rows(rows(4...4, pos: "p4")))
    #expect(try await stage.event() == .rows(rows(4...4, pos: "p4")))
    #expect(
      stage.client.list(of: main) == FeedList(first: 1, rows: rows(1...4, pos: "").rows, position: "p4"))
    await stage.client.stop()
  }

  @Test func `a reset clears the list`() async throws {
    let stage = Stage()
    let stored = FeedList(first: 1, rows: rows(1...3, pos: "").rows, position: "old")
    stage.client.subscribe(to: main, tail: 2, list: stored)
    stage.client.start()
    let server = try await stage.connect()
    #expect(stage.client.list(of: main) == stored)
    try await stage.answer(server, after: "old", .reset(.epoch), pos: "p7", head: 9)
    let cleared = try #require(stage.client.list(of: main))
    #expect(cleared.rows.isEmpty && cleared.position == "p7" && cleared.first == 8)
    server.deliver(.rows(rows(8...9, pos: "p9")))
    _ = try await stage.event()
    #expect(
      stage.client.list(of: main) == FeedList(first: 8, rows: rows(8...9, pos: "").rows, position: "p9"))
    await stage.client.stop()
  }

  @Test func `rows below the floor leave the list, told once`() async throws {
    let stage = Stage()
    let server = try await subscribed(stage, rows: 5)
    let state = StateMessage(feed: main, state: FeedState(phase: .idle, floor: 4))
    for _ in 0..<2 { server.deliver(.state(state)) }
    #expect(try await stage.event() == .state(state))
    #expect(try await stage.event() == .pruned(main, floor: 4))
    #expect(try await stage.event() == .state(state))
    #expect(stage.client.list(of: main)?.first == 4)
    #expect(stage.client.list(of: main)?.rows.map(\.text) == ["Line 4", "Line 5"])
    // All of it: the list is empty, and goes on where it was.
    let empty = StateMessage(feed: main, state: FeedState(phase: .idle, floor: 9))
    server.deliver(.state(empty))
    _ = try await stage.event()
    _ = try await stage.event()
    server.deliver(.rows(rows(6...6, pos: "p6")))
    _ = try await stage.event()
    #expect(stage.client.list(of: main)?.first == 6)
    await stage.client.stop()
  }

  @Test func `earlier rows go in front`() async throws {
    let stage = Stage()
    stage.client.subscribe(to: main, tail: 2)
    stage.client.start()
    let server = try await stage.connect()
    try await stage.answer(server, after: nil, .reset(.new), pos: "p3", head: 5)
    server.deliver(.rows(rows(4...5, pos: "p5")))
    _ = try await stage.event()
    #expect(stage.client.history(of: main, before: 4, limit: 2))
    #expect(try await server.next() == .history(HistoryRequest(feed: main, before: 4, limit: 2)))
    let earlier = HistoryMessage(feed: main, first: 2, rows: rows(2...3, pos: "").rows, floor: 1)
    // The second time the rows are there already.
    for _ in 0..<2 {
      server.deliver(.history(earlier))
      #expect(try await stage.event() == .history(earlier))
      #expect(
        stage.client.list(of: main) == FeedList(first: 2, rows: rows(2...5, pos: "").rows, position: "p5"))
    }
    await stage.client.stop()
  }

  @Test func `a list keeps its limit, and at most a quarter more`() async throws {
    let stage = Stage()
    stage.client.subscribe(to: main, list: FeedList(limit: 8))
    stage.client.start()
    let server = try await stage.connect()
    try await stage.answer(server, after: nil, .reset(.new), pos: "p0", head: 0)
    for number in 1...50 {
      server.deliver(.rows(rows(number...number, pos: "p\(number)")))
      _ = try await stage.event()
      let list = try #require(stage.client.list(of: main))
      #expect(list.rows.count <= 10 && list.rows.count >= min(number, 8))
      #expect(list.rows.last?.text == "Line \(number)" && list.last == number)
    }
    server.deliver(.history(HistoryMessage(feed: main, first: 1, rows: rows(1...40, pos: "").rows, floor: 1)))
    _ = try await stage.event()
    #expect(try #require(stage.client.list(of: main)).rows.count <= 10)
    await stage.client.stop()
  }

  @Test func `rows that do not continue the list are asked for again, from where it ends`() async throws {
    for hole in [rows(5...5, pos: "p5"), rows(3...3, pos: "p3")] {
      let stage = Stage()
      let server = try await subscribed(stage, rows: 3)
      server.deliver(.rows(hole))
      // What still comes before the answer belongs to the subscription that is replaced.
      server.deliver(.rows(rows(4...4, pos: "p4")))
      try await stage.answer(server, after: "p3", .resume, pos: "p3", head: 5)
      server.deliver(.rows(rows(4...5, pos: "p5")))
      #expect(try await stage.event() == .rows(rows(4...5, pos: "p5")))
      #expect(
        stage.client.list(of: main) == FeedList(first: 1, rows: rows(1...5, pos: "").rows, position: "p5"))
      await stage.client.stop()
    }
  }

  @Test func `a server whose rows never continue the list is left after three repairs`() async throws {
    let stage = Stage()
    let server = try await subscribed(stage, rows: 3)
    for _ in 0..<3 {
      server.deliver(.rows(rows(9...9, pos: "p9")))
      try await stage.answer(server, after: "p3", .resume, pos: "p3", head: 9)
    }
    server.deliver(.rows(rows(9...9, pos: "p9")))
    #expect(try await server.ended.take() == CloseCode.protocolError.rawValue)
    guard case .disconnected(let end) = try await stage.event() else {
      Issue.record("no disconnection")
      return
    }
    #expect(end.comesBackAfter == .milliseconds(500))
    #expect(stage.client.list(of: main)?.last == 3)
    await stage.client.stop()
  }

  @Test func `a head that stays beyond the list for two heartbeats is asked for`() async throws {
    let stage = Stage()
    let server = try await subscribed(stage, rows: 3)
    let heartbeat = HeartbeatMessage(now: 1, heads: [FeedHead(feed: main, head: 4)])
    server.deliver(.heartbeat(heartbeat))
    _ = try await stage.event()
    // The heartbeat had overtaken the row: nothing is missing.
    server.deliver(.rows(rows(4...4, pos: "p4")))
    _ = try await stage.event()
    for head in [5, 6] {
      server.deliver(.heartbeat(HeartbeatMessage(now: 2, heads: [FeedHead(feed: main, head: head)])))
      _ = try await stage.event()
    }
    try await stage.answer(server, after: "p4", .resume, pos: "p4", head: 6)
    await stage.client.stop()
  }

  @Test func `a position without rows is resumed, and no heartbeat makes it ask again`() async throws {
    let stage = Stage()
    stage.client.subscribe(to: main, list: FeedList(position: "p7"))
    stage.client.start()
    let server = try await stage.connect()
    try await stage.answer(server, after: "p7", .resume, pos: "p7", head: 7)
    for _ in 0..<3 {
      server.deliver(.heartbeat(HeartbeatMessage(now: 2, heads: [FeedHead(feed: main, head: 7)])))
      _ = try await stage.event()
    }
    server.deliver(.rows(rows(8...8, pos: "p8")))
    #expect(try await stage.event() == .rows(rows(8...8, pos: "p8")))
    #expect(stage.client.list(of: main)?.first == 8)
    stage.client.ping()
    #expect(try await server.next() == .ping)
    await stage.client.stop()
  }

  @Test func `what still comes for a feed that was left is not told`() async throws {
    let stage = Stage()
    let server = try await subscribed(stage, rows: 3)
    stage.client.unsubscribe(from: main)
    stage.client.unsubscribe(from: main)
    #expect(try await server.next() == .unsubscribe(main))
    server.deliver(.rows(rows(4...4, pos: "p4")))
    server.deliver(.presence(PresenceMessage(feed: main, presence: Presence(watching: 1))))
    server.deliver(.state(StateMessage(feed: main, state: refreshing(1))))
    server.deliver(.pong(PongMessage(now: 1)))
    #expect(try await stage.event() == .pong(PongMessage(now: 1)))
    #expect(stage.client.list(of: main) == nil)
    await stage.client.stop()
  }

  @Test func `a feed that is refused leaves the others alone, and can be asked for again`() async throws {
    let stage = Stage()
    let server = try await subscribed(stage, rows: 3)
    stage.client.subscribe(to: main, tail: 7)
    _ = try await server.next()
    let error = ErrorMessage(code: .limit, message: "too many feeds", feed: main)
    server.deliver(.error(error))
    #expect(try await stage.event() == .error(error))
    stage.client.subscribe(to: main, tail: 7)
    try await stage.answer(server, after: "p3", .resume, pos: "p3", head: 3)
    await stage.client.stop()
  }

  private func subscribed(_ stage: Stage, rows count: Int) async throws -> ScriptedConnection {
    stage.client.subscribe(to: main)
    stage.client.start()
    let server = try await stage.connect()
    try await stage.answer(server, after: nil, .reset(.new), pos: "p0", head: count)
    server.deliver(.rows(rows(1...count, pos: "p\(count)")))
    #expect(try await stage.event() == .rows(rows(1...count, pos: "p\(count)")))
    return server
  }
}
