import Foundation
import Glibc
import RefreshClient
import RefreshEngine
import RefreshWire
import Testing

@testable import RefreshServer

/// Feeds that come and go while the server runs.
@Suite struct FeedChangeTests {
  private func feeds(_ names: String...) -> String {
    let feeds = names.map {
      "'\($0)': { title: '\($0.uppercased())', source: 'lines', workTime: 0, top: 'overlay' }"
    }
    return "{ feeds: { \(feeds.joined(separator: ", ")) } }"
  }

  private func subscribe(_ raw: RawClient, _ feed: String) async throws {
    raw.send(#"{"type":"subscribe","feed":"\#(feed)"}"#)
    _ = try await raw.until {
      if case .subscribed(let message) = $0, message.feed.text == feed { true } else { nil }
    }
  }

  @Test
  func `a feed that is added is there, one that is removed is said to be gone, and comes back with its rows`()
    async throws
  {
    let server = try ReloadingServer(feeds("a", "b"))
    #expect(try await server.append("kept", to: "b") == 201)
    let raw = try await RawClient(server.live)
    try await subscribe(raw, "a")
    try await subscribe(raw, "b")
    try server.reload(feeds("c", "a"))
    let gone = try await raw.error()
    #expect(gone.code == .unknownFeed)
    #expect(gone.feed?.text == "b")
    try await eventually("the new feed is open") { try await server.titles() == ["C", "A"] }
    #expect(try await HTTP.ask("GET", server.url("/feeds/b")).status == 404)
    // The connection that was subscribed to it goes on.
    try await subscribe(raw, "c")
    raw.send(#"{"type":"refresh","feed":"c"}"#)
    #expect(try await raw.until { if case .rows(let rows) = $0 { rows.feed.text } else { nil } } == "c")
    raw.send(#"{"type":"refresh","feed":"b"}"#)
    #expect(try await raw.error().code == .unknownFeed)

    try server.reload(feeds("a", "b"))
    try await eventually("the feed is back") { try await server.titles() == ["A", "B"] }
    #expect(try await server.texts("b") == ["kept"])
    #expect(try await server.refresh("b").status == 200)
    #expect(try await server.texts("b") == ["kept", "Line 2"])
    server.stop()
  }

  @Test
  func
    `a run of a feed that is removed ends, whoever waits for it hears so, and the feed can come back at once`()
    async throws
  {
    let marker = "56\(Int.random(in: 100_000...999_999))"
    let busy = "b: { source: 'command:trap \"\" TERM; sleep \(marker)', top: 'overlay' }"
    let server = try ReloadingServer(
      "{ settings: { grace: 300 }, feeds: { a: { source: 'lines', top: 'overlay' }, \(busy) } }")
    async let waiting = server.refresh("b")
    try await eventually("the command runs") { Processes.exist(with: "sleep\0\(marker)") }
    try server.reload(feeds("a"))
    try server.reload(feeds("a", "b"))
    let last = try await waiting.json["last"] as? [String: Any]
    #expect(last?["outcome"] as? String == "cancelled")
    try await eventually("the feed is back") { try await server.titles() == ["A", "B"] }
    #expect(!Processes.exist(with: "sleep\0\(marker)"))
    #expect(try await server.refresh("b").status == 200)
    let runs = try await HTTP.ask("GET", server.url("/feeds/b/runs")).json["runs"] as? [[String: Any]]
    #expect(runs?.compactMap { $0["outcome"] as? String } == ["ok", "cancelled"])
    #expect(Set(runs?.compactMap { $0["id"] as? Int } ?? []).count == 2)
    server.stop()
  }

  @Test func `who takes a feed back that still ends reads when it is there again`() async throws {
    let marker = "58\(Int.random(in: 100_000...999_999))"
    let busy = "b: { source: 'command:trap \"\" TERM; sleep \(marker)', top: 'overlay' }"
    let all = "{ settings: { grace: 600000 }, feeds: { a: { source: 'lines', top: 'overlay' }, \(busy) } }"
    let server = try ReloadingServer(all)
    _ = try await HTTP.ask("POST", server.url("/feeds/b/refresh"))
    try await eventually("the command runs") { Processes.exist(with: "sleep\0\(marker)") }
    try server.reload("{ settings: { grace: 600000 }, feeds: { a: { source: 'lines', top: 'overlay' } } }")
    try server.reload(all)
    try server.program.complains(of: "feed b: it is there again once what was under way has ended")
    #expect(try await HTTP.ask("GET", server.url("/feeds/b")).status == 404)
    server.program.send(SIGKILL)
    #expect(server.program.wait() == -SIGKILL)
  }

  @Test func `a Swift client hears that its feed is gone and stays connected`() async throws {
    let server = try ReloadingServer(feeds("main", "b"))
    let anna = try await Person("Anna", at: server.live)
    _ = try await anna.subscribed()
    try server.reload(feeds("b"))
    let code = try await anna.until("the error") {
      if case .error(let error) = $0 { error.code } else { nil }
    }
    #expect(code == .unknownFeed)
    anna.client.subscribe(to: FeedName("b")!)
    #expect(try await anna.subscribed().feed.text == "b")
    await anna.leave()
    server.stop()
  }

  @Test func `the server stops in order while a feed that was removed still ends`() async throws {
    let marker = "57\(Int.random(in: 100_000...999_999))"
    let server = try ReloadingServer(
      "{ settings: { grace: 500 }, feeds: { a: { source: 'lines', top: 'overlay' }, b: { source: 'command:trap \"\" TERM; sleep \(marker)', top: 'overlay' } } }"
    )
    _ = try await HTTP.ask("POST", server.url("/feeds/b/refresh"))
    try await eventually("the command runs") { Processes.exist(with: "sleep\0\(marker)") }
    try server.reload(feeds("a"))
    server.stop()
    #expect(!Processes.exist(with: "sleep\0\(marker)"))
  }
}
