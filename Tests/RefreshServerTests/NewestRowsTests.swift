import Foundation
import RefreshWire
import Testing

@testable import RefreshServer

/// `GET /feeds/{feed}/rows?tail=N`: what a page shows first.
@Suite struct NewestRowsTests {
  @Test func `the newest rows come in order, with the position behind them`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let page = try await server.get("/feeds/footer/rows?tail=3")
    #expect(page.status == 200)
    #expect(page.texts == ["Line 98", "Line 99", "Line 100"])
    #expect(page.integer("first") == 98)
    #expect(page.integer("head") == 100)
    #expect(page.integer("floor") == 1)
    #expect(try await server.get("/feeds/footer").text("pos") == page.text("pos"))
    let all = try await server.get("/feeds/main/rows?tail=1000")
    #expect(all.texts.count == 5)
    #expect(all.integer("first") == 1)
    let none = try await server.get("/feeds/main/rows?tail=0")
    #expect(none.texts.isEmpty)
    #expect(none.integer("first") == 6)
    #expect(none.text("pos") == all.text("pos"))
  }

  @Test func `a page subscribes from the position and gets exactly what came after`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let position = try #require(try await server.get("/feeds/main/rows?tail=2").text("pos"))
    _ = try await server.post("/feeds/main/rows", "between")
    let client = try await RawClient(server.live)
    client.send(#"{"type":"subscribe","feed":"main","after":"\#(position)"}"#)
    let subscribed = try await client.until {
      if case .subscribed(let message) = $0 { message } else { nil }
    }
    #expect(subscribed.mode == .resume)
    let rows = try await client.until { if case .rows(let message) = $0 { message } else { nil } }
    #expect(rows.first == 6)
    #expect(rows.rows.map(\.text) == ["between"])
  }

  @Test func `an empty feed, and one whose old rows are no longer kept, say where they stand`() async throws {
    let feed = FeedSettings(name: FeedName("main")!, title: "Main", policy: .main, source: .lines)
    let server = try LiveServer(feeds: [feed]) { $0.tunables.keepRows = 4 }
    defer { server.stop() }
    let empty = try await server.get("/feeds/main/rows?tail=10")
    #expect(empty.texts.isEmpty)
    #expect(empty.integer("first") == 1)
    #expect(empty.integer("head") == 0)
    _ = try await server.post("/feeds/main/rows", (1...9).map { "row \($0)" }.joined(separator: "\n"))
    let kept = try await server.get("/feeds/main/rows?tail=10")
    let floor = try #require(kept.integer("floor"))
    #expect(floor > 1)
    #expect(kept.integer("first") == floor)
    #expect(kept.texts == (floor...9).map { "row \($0)" })
  }

  @Test func `of large rows those come that fit, the newest`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let texts = (1...150).map { String(repeating: "x", count: 8_000) + "\($0)" }
    #expect(try await server.post("/feeds/main/rows", texts[..<100].joined(separator: "\n")).status == 201)
    #expect(try await server.post("/feeds/main/rows", texts[100...].joined(separator: "\n")).status == 201)
    let page = try await server.get("/feeds/main/rows?tail=150")
    #expect(page.texts.count == 124)
    #expect(page.texts.elementsEqual(texts.suffix(124)))
    #expect(page.integer("first") == 155 - 124 + 1)
    #expect(try await server.get("/feeds/main").text("pos") == page.text("pos"))
  }

  @Test(arguments: [
    "tail=-1", "tail=1001", "tail=", "tail=x", "tail=1&after=a", "tail=1&after_seq=1", "tail=1&limit=1",
  ])
  func `a wrong question is told`(query: String) async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let answer = try await server.get("/feeds/main/rows?\(query)")
    #expect(answer.status == 400)
    #expect(answer.code == "bad-field")
  }
}
