import Foundation
import Glibc
import RefreshEngine
import RefreshWire
import TestSupport
import Testing

@testable import RefreshServer

/// The server's wall clock is set while it works.
@Suite struct WallClockTests {
  private static let configuration = """
    { settings: { lease: 1200, idle: 2000, ping: 1000, silence: 2500, heartbeat: 300, wait: 1000 },
      feeds: {
        held: { source: "command:true", top: "overlay" },
        hung: { source: "command:sleep 600", top: { preset: "overlay", deadline: 2500 } },
        quick: { source: "command:echo row", top: { preset: "overlay", minimumVisible: 500, settle: 600, cooldown: 4000 } },
      } }
    """

  /// The longest that something may take, in milliseconds.
  private let late = 60_000

  private func start(_ clock: WallClock, _ more: [String] = []) throws -> (program: Program, port: Int) {
    let folder = LiveServer.temporaryFolder()
    try Self.configuration.write(toFile: folder + "/c.json", atomically: true, encoding: .utf8)
    let program = try clock.program(
      ["--listen", "127.0.0.1:0", "--db", folder + "/t.sqlite", "--config", folder + "/c.json"] + more)
    return (program, try program.ready())
  }

  private func subscribed(_ port: Int, to feed: String) async throws -> RawClient {
    let client = try await RawClient("ws://127.0.0.1:\(port)/live")
    client.send(#"{"type":"subscribe","feed":"\#(feed)"}"#)
    _ = try await client.until { if case .subscribed = $0 { true } else { nil } }
    return client
  }

  private func append(_ port: Int, _ text: String, key: String) async throws -> Int? {
    let url = URL(string: "http://127.0.0.1:\(port)/feeds/held/rows")!
    let headers = ["Content-Type": "text/plain", "Idempotency-Key": key]
    return try await HTTP.ask("POST", url, headers, Data(text.utf8)).integer("first")
  }

  private func started(_ client: RawClient, _ feed: String) async throws -> ReplyMessage {
    client.send(#"{"type":"refresh","feed":"\#(feed)"}"#)
    return try await client.until { if case .reply(let reply) = $0 { reply } else { nil } }
  }

  @Test(arguments: [3_600, -3_600])
  func `the wall clock set by an hour while all kinds of times run ends none of them early or late`(
    _ step: Int
  ) async throws {
    let clock = try WallClock()
    let (program, port) = try start(clock)
    let holding = try await subscribed(port, to: "held")
    let hanging = try await subscribed(port, to: "hung")
    let quick = try await subscribed(port, to: "quick")
    let answering = try await subscribed(port, to: "held")
    let begin = ContinuousClock.now
    let idle = try await RawClient("ws://127.0.0.1:\(port)/live")
    let before = try await idle.hello().now
    let first = try await append(port, "before", key: "k")
    #expect(first == 1)
    holding.send(Self.pointer(1, "down", y: 100))
    holding.send(Self.pointer(2, "move", y: 160))
    #expect(try await holding.pull(2).phase == .pulling)
    #expect(try await started(hanging, "hung").outcome == .started)
    #expect(try await started(quick, "quick").outcome == .started)

    try clock.step(to: step)
    var times: [String: (Int, ClosedRange<Int>)] = [:]
    async let silent = onThread { try Self.timeUntilCut(port) }
    // From before they began, so that none can seem early on a busy machine; there they may end late, but not by an hour.
    async let lease = timeOfLease(of: holding, since: begin)
    async let waiting = timeOfWaiting(port)
    async let deadline = timeOfDeadline(of: hanging, since: begin)
    async let unsubscribed = timeUntilClosed(idle, since: begin)
    async let phases = phases(of: quick, since: begin)
    async let heartbeats = heartbeats(of: answering, after: before, step: step)
    times["a held pull's lease of 1200"] = (try await lease, 1_200...late)
    times["a waiting request's 1000"] = (try await waiting, 1_000...late)
    times["a run's deadline of 2500"] = (try await deadline, 2_500...late)
    times["an idle connection's 2000"] = (try await unsubscribed, 2_000...late)
    times["a silent peer's 2500"] = (try await silent, 2_400...late)
    for (name, time) in try await phases { times[name] = time }
    times["five heartbeats of 300"] = (try await heartbeats, 1_000...late)
    for (name, (time, range)) in times { #expect(range.contains(time), "\(name) took \(time) ms") }

    #expect(try await append(port, "before", key: "k") == 1, "the key is remembered")
    #expect(try await append(port, "after", key: "l") == 2)
    try await checkRows(port, step: step)
    // Its pings were answered all the while.
    answering.send(#"{"type":"ping"}"#)
    _ = try await answering.until { if case .pong = $0 { true } else { nil } }
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }

  private func timeOfLease(of client: RawClient, since begin: ContinuousClock.Instant) async throws -> Int {
    let why = try await client.pull(2).why
    #expect(why == .lease)
    return passed(since: begin)
  }

  private func passed(since begin: ContinuousClock.Instant) -> Int {
    Int((ContinuousClock.now - begin) / .milliseconds(1))
  }

  private func timeOfWaiting(_ port: Int) async throws -> Int {
    try await milliseconds {
      let url = URL(string: "http://127.0.0.1:\(port)/feeds/hung/refresh?wait=1")!
      let status = try await HTTP.ask("POST", url).status
      #expect(status == 202)
    }
  }

  private func timeOfDeadline(of client: RawClient, since begin: ContinuousClock.Instant) async throws -> Int
  {
    let last = try await client.until {
      if case .state(let message) = $0 { message.state.last } else { nil }
    }
    #expect(last.end.error?.code == .deadline)
    return passed(since: begin)
  }

  private func timeUntilClosed(_ client: RawClient, since begin: ContinuousClock.Instant) async throws -> Int
  {
    let code = try await client.close().code
    #expect(code == 4002)
    return passed(since: begin)
  }

  /// Rows stand in the order of their numbers, whatever their times say.
  private func checkRows(_ port: Int, step: Int) async throws {
    let url = URL(string: "http://127.0.0.1:\(port)/feeds/held/rows")!
    let rows = try await HTTP.ask("GET", url).json["rows"] as? [[String: Any]] ?? []
    #expect(rows.map { $0["text"] as? String } == ["before", "after"])
    let times = rows.compactMap { $0["at"] as? Int }
    let moved = (times.last ?? 0) - (times.first ?? 0)
    #expect(abs(moved - step * 1_000) < 60_000, "the rows' times show that the clock was set")
  }

  /// minimumVisible, the settle and the cooldown of a run that has just begun.
  private func phases(of client: RawClient, since begin: ContinuousClock.Instant) async throws -> [String: (
    Int, ClosedRange<Int>
  )] {
    func reach(_ phase: StatePhase) async throws {
      try await client.until {
        if case .state(let message) = $0, message.state.phase == phase { true } else { nil }
      }
    }
    try await reach(.settling)
    let visible = passed(since: begin)
    try await reach(.idle)
    let settled = passed(since: begin)
    let refused = try await started(client, "quick")
    #expect(refused.why == .cooldown)
    let left = refused.retryAfter ?? 0
    // From the run's end, at the beginning of the settle.
    #expect((1...4_000).contains(left))
    try await Task.sleep(for: .milliseconds(left))
    #expect(try await started(client, "quick").outcome == .started)
    return [
      "minimumVisible of 500": (visible, 500...late), "with a settle of 600": (settled, 1_100...late),
    ]
  }

  /// How long five heartbeats take by the server's own clock, from the first one on in which its step shows.
  private func heartbeats(of client: RawClient, after before: Int64, step: Int) async throws -> Int {
    var times: [Int64] = []
    while times.count < 6 {
      let now = try await client.until { if case .heartbeat(let beat) = $0 { beat.now } else { nil } }
      let isSet = abs(now - before - Int64(step) * 1_000) < 600_000
      #expect(isSet || times.isEmpty, "the wall clock of the server was set")
      if isSet { times.append(now) }
    }
    return Int(times[5] - times[0])
  }

  /// How long a peer that never answers a ping is left alone, in milliseconds.
  private static func timeUntilCut(_ port: Int) throws -> Int {
    let socket = try BareSocket(port: port, patience: 50_000)
    socket.send(BareSocket.handshake(["Sec-WebSocket-Protocol: refresh.v1"]))
    _ = socket.receive(through: "\r\n\r\n")
    let begin = ContinuousClock.now
    socket.send(BareSocket.frame(#"{"type":"subscribe","feed":"hung"}"#))
    while let bytes = socket.receive(4_096), !bytes.isEmpty {}
    return Int((ContinuousClock.now - begin) / .milliseconds(1))
  }

  private static func pointer(_ n: Int, _ phase: String, y: Int) -> String {
    #"{"type":"pointer","feed":"held","n":\#(n),"phase":"\#(phase)","id":1,"x":10,"y":\#(y),"scroll":{"top":0,"height":1200,"view":600}}"#
  }

  @Test
  func `the day of an append's key is the wall clock's and moves with it; how many rows are kept does not`()
    async throws
  {
    let clock = try WallClock()
    let (program, port) = try start(clock, ["--keep-rows", "3"])
    let hour = 3_600
    #expect(try await append(port, "a", key: "k") == 1)
    try clock.step(to: 23 * hour)
    #expect(try await append(port, "a", key: "k") == 1)
    try clock.step(to: -23 * hour)
    #expect(try await append(port, "a", key: "k") == 1)
    // A clock that is set on by more than a day makes keys forgotten, as a day would have.
    try clock.step(to: 25 * hour)
    #expect(try await append(port, "a", key: "k") == 2)
    // Set back, it keeps them for longer: a repeat is still not appended again.
    try clock.step(to: 0)
    #expect(try await append(port, "a", key: "k") == 2)
    for number in 3...6 { #expect(try await append(port, "row \(number)", key: "\(number)") == number) }
    let feed = try await HTTP.ask("GET", URL(string: "http://127.0.0.1:\(port)/feeds/held")!)
    #expect(feed.integer("floor") == 4)
    #expect(feed.integer("head") == 6)
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }
}
