import RefreshClient
import RefreshEngine
import RefreshWire
import Testing

@Suite(.timeLimit(.minutes(5))) struct RunTests {
  @Test func `each run's start and end is told once`() async throws {
    let told = try await news(from: FeedState(phase: .idle, floor: 1, last: ended(5))) {
      [
        refreshing(6, last: ended(5)), refreshing(6, last: ended(5)), settling(ended(6)),
        FeedState(phase: .idle, floor: 1, last: ended(6)),
      ]
    }
    #expect(told == [.runStarted(main, run(6)), .runEnded(main, ended(6))])
  }

  @Test func `a run whose states were skipped is told all the same`() async throws {
    let told = try await news(from: FeedState(phase: .idle, floor: 1)) {
      [
        FeedState(phase: .idle, floor: 1, last: ended(1)), refreshing(3, last: ended(2, .failed)),
        settling(ended(4, .cancelled)),
      ]
    }
    #expect(
      told == [
        .runStarted(main, run(1)), .runEnded(main, ended(1)), .runStarted(main, run(2)),
        .runEnded(main, ended(2, .failed)), .runStarted(main, run(3)), .runStarted(main, run(4)),
        .runEnded(main, ended(4, .cancelled)),
      ])
  }

  @Test func `what had ended before the client came is no news, a run under way is`() async throws {
    #expect(
      try await news(from: settling(ended(7))) { [FeedState(phase: .idle, floor: 1, last: ended(7))] } == [])
    let told = try await news(from: refreshing(8, last: ended(7))) { [settling(ended(8))] }
    #expect(told == [.runStarted(main, run(8)), .runEnded(main, ended(8))])
  }

  @Test func `what a lost connection hid is caught up after it`() async throws {
    let stage = Stage()
    stage.client.subscribe(to: main)
    stage.client.start()
    var server = try await stage.connect()
    try await stage.answer(server, after: nil, .reset(.new), pos: "p0", head: 0, state: refreshing(7))
    #expect(try await stage.event() == .runStarted(main, run(7)))
    for (mode, state) in [
      (SubscribeMode.resume, refreshing(8, last: ended(7))), (.reset(.epoch), settling(ended(2))),
    ] {
      server.hangUp(1006)
      guard case .disconnected(let end) = try await stage.event(), let wait = end.comesBackAfter else {
        Issue.record("no disconnection")
        return
      }
      await stage.time.sleeper(for: wait)
      stage.time.advance(by: wait)
      server = try await stage.connect()
      try await stage.answer(server, after: "p0", mode, pos: "p0", head: 0, state: state)
      guard mode == .resume else { continue }
      #expect(try await stage.event() == .runEnded(main, ended(7)))
      #expect(try await stage.event() == .runStarted(main, run(8)))
    }
    // In the other epoch the runs are numbered anew.
    server.deliver(.state(StateMessage(feed: main, state: refreshing(3, last: ended(2)))))
    _ = try await stage.event()
    #expect(try await stage.event() == .runStarted(main, run(3)))
    await stage.client.stop()
  }

  @Test func `a pointer's event has a number of its connection, and its report is told`() async throws {
    let stage = Stage()
    let sample = PointerSample(
      phase: .down, pointer: 0, x: 0, y: 0, scroll: ScrollMetrics(top: 0, height: 900, view: 600))
    #expect(stage.client.pointer(sample, on: main) == nil)
    stage.client.subscribe(to: main)
    stage.client.start()
    let server = try await stage.connect()
    try await stage.answer(server, after: nil, .reset(.new), pos: "p0", head: 0)
    for n in 1...2 {
      #expect(stage.client.pointer(sample, on: main) == n)
      #expect(try await server.next() == .pointer(PointerMessage(feed: main, n: n, sample: sample)))
    }
    let pull = PullMessage(feed: main, report: PullReport(n: 2, phase: .tracking))
    server.deliver(.pull(pull))
    #expect(try await stage.event() == .pull(pull))
    await stage.client.stop()
  }

  @Test func `refresh and cancel are sent, and their replies told`() async throws {
    let stage = Stage()
    stage.client.start()
    let server = try await stage.connect()
    #expect(stage.client.refresh(main, edge: .bottom, key: "k"))
    #expect(try await server.next() == .refresh(RefreshMessage(feed: main, edge: .bottom, key: "k")))
    #expect(stage.client.cancel(7, of: main))
    #expect(try await server.next() == .cancel(CancelMessage(feed: main, run: 7)))
    let reply = ReplyMessage(feed: main, to: .cancel, outcome: .cancelled, run: 7)
    server.deliver(.reply(reply))
    #expect(try await stage.event() == .reply(reply))
    await stage.client.stop()
    #expect(!stage.client.refresh(main))
  }

  /// The starts and ends that a client tells which subscribes at `first` and then gets `states`.
  private func news(from first: FeedState, _ states: () -> [FeedState]) async throws -> [ClientEvent] {
    let stage = Stage()
    stage.client.subscribe(to: main)
    stage.client.start()
    let server = try await stage.connect()
    try await stage.answer(server, after: nil, .reset(.new), pos: "p0", head: 0, state: first)
    for state in states() { server.deliver(.state(StateMessage(feed: main, state: state))) }
    server.deliver(.pong(PongMessage(now: 0)))
    var told: [ClientEvent] = []
    while true {
      switch try await stage.event() {
      case .pong:
        await stage.client.stop()
        return told
      case .state: continue
      case let event: told.append(event)
      }
    }
  }
}
