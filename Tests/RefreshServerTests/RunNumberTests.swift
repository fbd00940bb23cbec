import Foundation
import RefreshEngine
import RefreshSources
import RefreshWire
import Testing

@testable import RefreshServer

@Suite struct RunNumberTests {
  private let feeds = [
    FeedSettings(
      name: FeedName("main")!, title: "Main", policy: FeedPolicy(top: EdgePolicy(preset: .overlay)),
      source: .command("echo x"))
  ]

  @Test func `numbers go on without a gap after a clean stop`() async throws {
    let server = try LiveServer(feeds: feeds)
    #expect(try await server.post("/feeds/main/refresh?wait=1").integer("run") == 1)
    server.stop()
    let again = try LiveServer(feeds: feeds, database: server.database)
    defer { again.stop() }
    #expect(try await again.post("/feeds/main/refresh?wait=1").integer("run") == 2)
  }

  @Test func `a start while the database is locked serves what is there; refreshes work again by themselves`()
    async throws
  {
    let first = try LiveServer(feeds: feeds)
    #expect(try await first.post("/feeds/main/refresh?wait=1").integer("run") == 1)
    first.stop()
    let lock = try DatabaseLock(first.database)
    let server = try LiveServer(feeds: feeds, database: first.database)
    defer { server.stop() }
    #expect(try await server.get("/feeds/main").integer("head") == 1)
    let refused = try await server.post("/feeds/main/refresh")
    #expect(refused.status == 503)
    #expect(refused.code == "storage")
    lock.release()
    try await eventually("a refresh is taken again") {
      try await server.post("/feeds/main/refresh?wait=1").status == 200
    }
    #expect(try await server.get("/feeds/main").integer("head") == 2)
  }
}
