import RefreshClient
import RefreshEngine
import RefreshWire
import Testing

let main = FeedName("main")!

/// A client, its clock and its server.
final class Stage {
  let time = ManualTime()
  let transport = ScriptedTransport()
  let client: RefreshClient
  private var events: ClientEvents.Iterator

  init(eventBuffer: Int = 256) {
    var settings = ClientSettings()
    settings.eventBuffer = eventBuffer
    client = RefreshClient(url: "ws://test/live", transport: transport, settings: settings, time: time.client)
    events = client.events.makeAsyncIterator()
  }

  /// The next event.
  func event() async throws -> ClientEvent {
    try #require(await events.next(), "the events have ended")
  }

  /// Whether the events have ended.
  func hasEnded() async -> Bool { await events.next() == nil }

  /// Waits for the end of the connection, and moves the clock to where the client comes back.
  func comeback() async throws -> Duration? {
    guard case .disconnected(let end) = try await event() else {
      Issue.record("no disconnection")
      return nil
    }
    if let wait = end.comesBackAfter {
      await time.sleeper(for: wait)
      time.advance(by: wait)
    }
    return end.comesBackAfter
  }

  /// Lets the client connect, and greets it.
  func connect(heartbeat: Int = 25_000) async throws -> ScriptedConnection {
    let server = try await transport.accept()
    let hello = HelloMessage(
      server: "test", client: ClientID("c1"), now: 1_700_000_000_000, heartbeat: heartbeat, maxMessage: 16_384
    )
    server.deliver(.hello(hello))
    #expect(try await event() == .connected(hello))
    return server
  }

  /// Answers the client's next `subscribe`, and checks from where it asked.
  func answer(
    _ server: ScriptedConnection, after: String?, _ mode: SubscribeMode, pos: String, head: Int,
    floor: Int = 1,
    state: FeedState = FeedState(phase: .idle, floor: 1)
  ) async throws {
    guard case .subscribe(let asked) = try await server.next() else {
      Issue.record("the client did not subscribe")
      return
    }
    #expect(asked.after == after)
    let message = SubscribedMessage(
      feed: asked.feed, mode: mode, pos: pos, head: head, floor: floor, title: "Lines", order: .append,
      policy: FeedPolicy(top: EdgePolicy(preset: .overlay)), state: state)
    server.deliver(.subscribed(message))
    #expect(try await event() == .subscribed(message))
  }
}

/// Rows "first" … as the server sends them.
func rows(_ range: ClosedRange<Int>, pos: String) -> RowsMessage {
  RowsMessage(
    feed: main, first: range.lowerBound, rows: range.map { Row(text: "Line \($0)", at: Int64($0)) }, pos: pos)
}

/// A run at the top.
func run(_ id: Int) -> Run {
  Run(id: id, edge: .top, cause: .pull, by: Author(client: ClientID("c9"), name: "Anna"))
}

/// A run that ended.
func ended(_ id: Int, _ outcome: RunOutcome = .ok) -> LastRun {
  LastRun(end: RunEnd(run: run(id), outcome: outcome, rows: 1), started: 1, ended: 2)
}

/// A state during a run.
func refreshing(_ id: Int, last: LastRun? = nil, floor: Int = 1) -> FeedState {
  FeedState(phase: .refreshing, floor: floor, run: RunInfo(run: run(id), started: 1, elapsed: 5), last: last)
}

/// A state after a run.
func settling(_ last: LastRun, floor: Int = 1) -> FeedState {
  FeedState(
    phase: .settling, floor: floor, run: RunInfo(run: last.end.run, started: 1, elapsed: 5),
    settle: Settle(from: 104, to: 0, duration: 300), last: last)
}
