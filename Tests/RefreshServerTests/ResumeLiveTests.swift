import Foundation
import RefreshClient
import RefreshEngine
import RefreshSources
import RefreshWire
import Testing

@testable import RefreshServer

/// The decision table of the protocol over a real socket and a real database.
@Suite struct ResumeLiveTests {
  private func list(_ server: LiveServer, _ feed: String = "main") async throws -> FeedList {
    let person = try await Person(on: server, feed, tail: 1_000)
    let head = try await person.subscribed().head
    if head > 0 { try await person.row(head) }
    let list = person.list
    await person.leave()
    return list
  }

  private func answer(_ server: LiveServer, _ feed: String = "main", with list: FeedList) async throws
    -> SubscribedMessage
  {
    let person = try await Person(on: server, feed, tail: 3, list: list)
    let answer = try await person.subscribed()
    if case .reset = answer.mode, answer.head > answer.floor - 1 { try await person.row(answer.head) }
    #expect(person.list.last == answer.head || answer.mode == .resume)
    await person.leave()
    return answer
  }

  @Test func `a client goes on where it was, also after a restart`() async throws {
    let server = try LiveServer()
    let list = try await list(server)
    _ = try await server.post("/feeds/main/rows", "a\nb")
    #expect(try await answer(server, with: list).mode == .resume)
    server.stop()
    let again = try LiveServer(database: server.database)
    defer { again.stop() }
    let person = try await Person(on: again, list: list)
    #expect(try await person.subscribed().mode == .resume)
    try await person.row(7)
    #expect(person.texts == (1...5).map { "Line \($0)" } + ["a", "b"])
    await person.leave()
  }

  @Test func `an empty feed's subscriber resumes with the row that came meanwhile`() async throws {
    let feed = FeedSettings(
      name: FeedName("main")!, title: "Empty", policy: .main, source: .command("true"))
    let server = try LiveServer(feeds: [feed])
    defer { server.stop() }
    let empty = try await list(server)
    #expect(empty.rows.isEmpty)
    #expect(empty.position != nil)
    _ = try await server.post("/feeds/main/rows", "first")
    let person = try await Person(on: server, list: empty)
    let answer = try await person.subscribed()
    #expect(answer.mode == .resume)
    #expect(answer.head == 1)
    try await person.row(1)
    #expect(person.texts == ["first"])
    await person.leave()
  }

  @Test func `another epoch, nonsense and a place ahead are resets`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let other = try await list(server, "footer")
    #expect(try await answer(server, with: other).mode == .reset(.epoch))
    #expect(try await answer(server, with: FeedList(position: "nonsense")).mode == .reset(.epoch))
    let text = try #require(try await list(server).position)
    let position = try #require(Position(text))
    let ahead = Position(epoch: position.epoch, sequence: 6, digest: position.digest)
    #expect(try await answer(server, with: FeedList(position: ahead.text)).mode == .reset(.ahead))
    let chain = Position(epoch: position.epoch, sequence: 4, digest: position.digest)
    #expect(try await answer(server, with: FeedList(position: chain.text)).mode == .reset(.chain))
  }

  @Test func `a database restored from an older copy gives one reset, and then no other`() async throws {
    let server = try LiveServer()
    server.stop()
    let copy = LiveServer.temporaryFolder() + "/copy.sqlite"
    try FileManager.default.copyItem(atPath: server.database, toPath: copy)
    let grown = try LiveServer(database: server.database)
    for number in 1...10 { _ = try await grown.post("/feeds/main/rows", "lost \(number)") }
    let ahead = try await list(grown)
    grown.stop()

    let restored = try LiveServer(database: copy)
    defer { restored.stop() }
    #expect(try await answer(restored, with: ahead).mode == .reset(.ahead))
    for number in 1...30 { _ = try await restored.post("/feeds/main/rows", "new \(number)") }
    let person = try await Person(on: restored, tail: 1_000, list: ahead)
    #expect(try await person.subscribed().mode == .reset(.chain))
    try await person.row(35)
    #expect(person.texts == (1...5).map { "Line \($0)" } + (1...30).map { "new \($0)" })
    let list = person.list
    await person.leave()
    #expect(try await answer(restored, with: list).mode == .resume)
  }

  @Test func `a place below the floor was pruned, the one before the floor resumes`() async throws {
    let server = try LiveServer { $0.tunables.keepRows = 10 }
    defer { server.stop() }
    let early = try await list(server)
    for number in 6...20 { _ = try await server.post("/feeds/main/rows", "Line \(number)") }
    let feed = try await server.get("/feeds/main")
    #expect(feed.integer("floor") == 11)
    #expect(try await answer(server, with: early).mode == .reset(.pruned))
    #expect(try await server.get("/feeds/main/rows?after_seq=9").code == "pruned")
    let page = try await server.get("/feeds/main/rows?limit=1")
    #expect(page.texts == ["Line 11"])
    #expect(try await server.get("/feeds/main/rows?after_seq=10").texts.count == 10)
    // A live client hears of the new floor and forgets the rows below it.
    let person = try await Person(on: server, tail: 1_000)
    try await person.row(20)
    _ = try await server.post("/feeds/main/rows", "Line 21")
    try await person.until("the floor") { if case .pruned(_, let floor) = $0 { floor } else { nil } }
    #expect(person.list.first == 12)
    await person.leave()
  }

  @Test func `more than the far bound behind is a reset with the tail`() async throws {
    let server = try LiveServer { $0.tunables.farRows = 20 }
    defer { server.stop() }
    let early = try await list(server)
    for number in 6...25 { _ = try await server.post("/feeds/main/rows", "Line \(number)") }
    #expect(try await answer(server, with: early).mode == .resume)
    _ = try await server.post("/feeds/main/rows", "Line 26")
    #expect(try await answer(server, with: early).mode == .reset(.far))
    // Reading over HTTP goes on from anywhere.
    #expect(try await server.get("/feeds/main/rows?after=\(early.position ?? "")").texts.count == 21)
  }

  @Test func `a client thousands of rows behind gets each once, in order, out of the database`() async throws
  {
    let server = try LiveServer()
    defer { server.stop() }
    let early = try await list(server)
    for batch in 0..<4 {
      let rows = (1...1_000).map { "row \(batch * 1_000 + $0)" }.joined(separator: "\n")
      _ = try await server.post("/feeds/main/rows", rows)
    }
    let person = try await Person(on: server, list: early)
    #expect(try await person.subscribed().mode == .resume)
    _ = try await server.post("/feeds/main/rows", "the last")
    try await person.row(4_006)
    #expect(person.texts == (1...5).map { "Line \($0)" } + (1...4_000).map { "row \($0)" } + ["the last"])
    await person.leave()
  }

  @Test func `history hands out earlier rows, those next to the asked place`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let person = try await Person(on: server, "footer", tail: 10)
    try await person.row(100)
    person.client.history(of: person.feed, before: 91, limit: 30)
    let page = try await person.until("history") {
      if case .history(let message) = $0 { message } else { nil }
    }
    #expect(page.first == 61)
    #expect(page.rows.map(\.text) == (61...90).map { "Line \($0)" })
    #expect(person.list.first == 61)
    await person.leave()
  }
}
