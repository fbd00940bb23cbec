import Foundation
import RefreshEngine
import RefreshSockets
import RefreshSources
import RefreshWire
import Testing

@testable import RefreshServer

/// What one client, and all together, may take of a server.
@Suite struct LimitTests {
  private func pointer(_ n: Int, _ phase: String, y: Int, feed: String = "main") -> String {
    #"{"type":"pointer","feed":"\#(feed)","n":\#(n),"phase":"\#(phase)","id":0,"x":0,"y":\#(y),"scroll":{"top":0,"height":1200,"view":600}}"#
  }

  // MARK: Messages

  @Test func `a drag of 250 samples a second passes by default, also when a thousand come at once`()
    async throws
  {
    let limits = Tunables().sockets
    let bytes = pointer(1_000_000_000, "move", y: 1_000_000).utf8.count + 100
    var accounts = (messages: RateLimit.fresh, bytes: RateLimit.fresh)
    var now = 1_000_000
    func takes(_ count: Int) -> Bool {
      (0..<count).allSatisfy { _ in
        limits.messages.take(from: &accounts.messages, at: now)
          && limits.bytes.take(bytes, from: &accounts.bytes, at: now)
      }
    }
    for _ in 0..<20 {
      // Ten seconds of samples as they are made, then what a line of four seconds held back.
      for _ in 0..<2_500 {
        now += 4
        #expect(takes(1))
      }
      now += 4_000
      #expect(takes(1_000))
    }

    let server = try LiveServer()
    defer { server.stop() }
    let raw = try await RawClient(server.live)
    raw.send(#"{"type":"subscribe","feed":"main"}"#)
    raw.send(pointer(1, "down", y: 0))
    for n in 2...1_000 { raw.send(pointer(n, "move", y: 60)) }
    #expect(try await raw.pull(1_000).percent == 0.5)
    raw.drop()
  }

  @Test func `who sends without end is told 4100, and others do not notice`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let other = try await Person("Other", on: server)
    let raw = try await RawClient(server.live)
    for _ in 0..<4_000 { raw.send(#"{"type":"ping"}"#) }
    let close = try await raw.close()
    #expect(close.code == 4100)
    #expect(close.reason.contains("come back in 5 s"))
    #expect(try await other.pull(answering: other.drag(100, 150)).phase == .pulling)
    await other.leave()
  }

  // MARK: Subscriptions and pulls

  @Test func `a connection has so many subscriptions; one that is replaced or given up makes room`()
    async throws
  {
    let server = try LiveServer { $0.tunables.subscriptions = 2 }
    defer { server.stop() }
    let raw = try await RawClient(server.live)
    func subscribed(_ feed: String) async throws -> Bool {
      raw.send(#"{"type":"subscribe","feed":"\#(feed)"}"#)
      return try await raw.until { message -> Bool? in
        switch message {
        case .subscribed(let message) where message.feed.text == feed: return true
        case .error(let error):
          #expect(error.code == .limit)
          #expect(error.feed?.text == feed)
          return false
        default: return nil
        }
      }
    }
    #expect(try await subscribed("main"))
    #expect(try await subscribed("overlay"))
    #expect(try await !subscribed("footer"))
    #expect(try await subscribed("main"))
    raw.send(#"{"type":"unsubscribe","feed":"overlay"}"#)
    #expect(try await subscribed("footer"))
    raw.drop()
  }

  @Test
  func `a connection begins so many pulls and refreshes a minute; each further one is told, and it stays`()
    async throws
  {
    let server = try LiveServer { $0.tunables.pulls = 3 }
    defer { server.stop() }
    let raw = try await RawClient(server.live)
    raw.send(#"{"type":"subscribe","feed":"main"}"#)
    for n in [1, 4, 7] {
      raw.send(pointer(n, "down", y: 0))
      raw.send(pointer(n + 1, "move", y: 60))
      raw.send(pointer(n + 2, "up", y: 60))
    }
    #expect(try await raw.pull(9).phase == .released)
    raw.send(pointer(10, "down", y: 0))
    let pull = try await raw.error()
    #expect(pull.code == .limit)
    #expect(pull.n == 10)
    #expect(pull.message.contains("try again in"))
    raw.send(#"{"type":"refresh","feed":"main","key":"k"}"#)
    let refresh = try await raw.error()
    #expect(refresh.code == .limit)
    #expect(refresh.key == "k")
    // What belongs to a gesture that did not begin is answered as ever, and others have bounds of their own.
    raw.send(pointer(11, "move", y: 60))
    #expect(try await raw.pull(11).percent == 0)
    let other = try await Person("Other", on: server)
    #expect(try await other.pull(answering: other.drag(100, 150)).phase == .pulling)
    #expect(try await server.get("/feeds/main/runs").json["runs"] as? [String] == [])
    await other.leave()
    raw.drop()
  }

  // MARK: Runs

  private func feed(_ name: String, _ command: String, deadline: Int = 30_000) -> FeedSettings {
    var policy = EdgePolicy(preset: .overlay)
    policy.settle = 0
    policy.minimumVisible = 0
    policy.deadline = deadline
    return FeedSettings(
      name: FeedName(name)!, title: name, policy: FeedPolicy(top: policy), source: .command(command))
  }

  @Test func `sources beyond those that may work at once wait for their turn, in order`() async throws {
    let folder = LiveServer.temporaryFolder()
    let note = "echo begin $REFRESH_FEED >>\(folder)/log"
    let wait = "while ! [ -e \(folder)/go ]; do sleep 0.02; done; sleep 0.2"
    let end = "echo end $REFRESH_FEED >>\(folder)/log; echo row"
    let server = try LiveServer(
      feeds: [
        feed("a", "\(note); \(wait); \(end)"), feed("b", "\(note); \(end)"), feed("c", "\(note); \(end)"),
        feed("d", "\(note); \(end)", deadline: 100),
      ]
    ) { $0.tunables.parallelRuns = 1 }
    defer { server.stop() }
    for name in ["a", "b", "c"] { #expect(try await server.post("/feeds/\(name)/refresh").status == 202) }
    // One that waits ends as any other: by its deadline, or cancelled.
    let late = try await server.post("/feeds/d/refresh?wait=1").json["last"] as? [String: Any]
    #expect((late?["error"] as? [String: Any])?["code"] as? String == "deadline")
    #expect(try await server.ask("DELETE", "/feeds/b/run").status == 200)
    #expect(try await server.post("/feeds/b/refresh").status == 202)
    try Data().write(to: URL(filePath: folder + "/go"))
    for name in ["a", "b", "c"] {
      try await eventually("the row of \(name)") {
        try await server.get("/feeds/\(name)/rows").texts == ["row"]
      }
    }
    let log = try String(contentsOfFile: folder + "/log", encoding: .utf8).split(separator: "\n")
    #expect(log.prefix(2) == ["begin a", "end a"])
    #expect([log[2...3], log[4...5]].map { Array($0) }.contains(["begin b", "end b"]))
    #expect([log[2...3], log[4...5]].map { Array($0) }.contains(["begin c", "end c"]))
    #expect(log.count == 6)
  }

  // MARK: Rows

  @Test func `the bounds on rows are those that are set`() async throws {
    let server = try LiveServer(feeds: [feed("main", "printf '%s\\n' 12345678901234567890 b c d")]) {
      $0.tunables.rowBytes = 16
      $0.tunables.appendRows = 2
      $0.tunables.runRows = 3
    }
    defer { server.stop() }
    for (type, body, code) in [
      ("text/plain", "12345678901234567", "row-too-long"), ("text/plain", "a\nb\nc", "too-many-rows"),
      ("application/json", #"{"rows":["12345678901234567"]}"#, "row-too-long"),
      ("application/json", #"{"rows":["a","b","c"]}"#, "too-many-rows"),
    ] {
      let answer = try await server.post("/feeds/main/rows", body, type: type)
      #expect(answer.status == 413)
      #expect(answer.code == code)
    }
    #expect(try await server.post("/feeds/main/rows", "1234567890123456\nb").status == 201)
    let last = try await server.post("/feeds/main/refresh?wait=1").json["last"] as? [String: Any]
    #expect(last?["truncated"] as? Bool == true)
    let rows = try await server.get("/feeds/main/rows").texts
    #expect(rows.count == 5)
    #expect(rows[2].hasSuffix("… [cut]") && rows[2].utf8.count <= 16)
  }
}
