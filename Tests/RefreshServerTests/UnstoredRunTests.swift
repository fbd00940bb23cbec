import Foundation
import RefreshEngine
import RefreshSources
import RefreshStore
import RefreshWire
import Testing

@testable import RefreshServer

/// Runs that begin or end while another program holds the database, for longer than a write waits.
@Suite struct UnstoredRunTests {
  private let folder = LiveServer.temporaryFolder()
  /// As long as it is there, the command works.
  private var work: String { folder + "/work" }
  /// If it is there, the command fails.
  private var fault: String { folder + "/fault" }

  private func start(_ database: String? = nil) throws -> LiveServer {
    try LiveServer(feeds: [feed("main")], database: database)
  }

  private func feed(_ name: String) -> FeedSettings {
    var policy = EdgePolicy(preset: .overlay)
    policy.settle = 0
    policy.minimumVisible = 0
    let command = "while test -e \(work); do sleep 0.05; done; test ! -e \(fault) || exit 3; echo x"
    return FeedSettings(
      name: FeedName(name)!, title: "Main", policy: FeedPolicy(top: policy), source: .command(command))
  }

  private func make(_ path: String) throws { try Data().write(to: URL(filePath: path)) }

  /// Writes are answered in their order: once rows are refused, what was asked for before has been, too.
  private func everythingIsRefused(_ server: LiveServer, by feed: String = "main") async throws {
    #expect(try await server.post("/feeds/\(feed)/rows", "late").status == 503)
  }

  private func unstored(_ server: LiveServer) async -> [Int] {
    await server.look { $0.feedList[0].runs.records.unstored.records.map(\.id) }
  }

  /// What the server tells of its runs, and of the last one.
  private func expect(_ server: LiveServer, _ told: [String]) async throws {
    let runs = try await server.get("/feeds/main/runs").json["runs"] as? [[String: Any]] ?? []
    let state = try await server.get("/feeds/main").json["state"] as? [String: Any]
    #expect(runs.map(words) == told)
    #expect((state?["last"] as? [String: Any]).map(words) == told.first)
    let first = try await server.get("/feeds/main/runs?limit=1").json["runs"] as? [[String: Any]] ?? []
    #expect(first.map(words) == Array(told.prefix(1)))
  }

  private func words(_ run: [String: Any]) -> String {
    let code = (run["error"] as? [String: Any])?["code"] as? String
    return "\(run["id"] ?? 0) \(run["outcome"] ?? "") \(code ?? "")"
  }

  @Test func `neither the start nor the end could be stored`() async throws {
    let server = try start()
    #expect(try await server.post("/feeds/main/refresh?wait=1").status == 200)
    try make(fault)
    let lock = try DatabaseLock(server.database)
    #expect(try await server.post("/feeds/main/refresh?wait=1").status == 200)
    try await everythingIsRefused(server)
    try await expect(server, ["2 failed exit", "1 ok "])
    lock.release()
    // The stop hands it in, whether or not that has been done before.
    server.stop()
    let again = try start(server.database)
    defer { again.stop() }
    try await expect(again, ["2 failed exit", "1 ok "])
  }

  @Test func `the end could not be stored`() async throws {
    let server = try start()
    try make(work)
    try make(fault)
    #expect(try await server.post("/feeds/main/refresh").status == 202)
    // As above: it is stored, and so is the start.
    #expect(try await server.post("/feeds/main/rows", "in time").status == 201)
    let lock = try DatabaseLock(server.database)
    try FileManager.default.removeItem(atPath: work)
    try await eventually("the run has ended") {
      await server.look { $0.feedList[0].runs.records.last != nil }
    }
    try await everythingIsRefused(server)
    try await expect(server, ["1 failed exit"])
    lock.release()
    try await eventually("the end is stored") { await unstored(server).isEmpty }
    try await expect(server, ["1 failed exit"])
    server.stop()
    let again = try start(server.database)
    defer { again.stop() }
    try await expect(again, ["1 failed exit"])
  }

  @Test func `a start that is stored late does not undo its run's end`() async throws {
    let server = try start()
    try make(work)
    let lock = try DatabaseLock(server.database)
    #expect(try await server.post("/feeds/main/refresh").status == 202)
    try await everythingIsRefused(server)
    #expect(await unstored(server) == [1])
    try await expect(server, [])
    lock.release()
    try FileManager.default.removeItem(atPath: work)
    try await eventually("the run has ended") {
      await server.look { $0.feedList[0].runs.records.last != nil }
    }
    #expect(await unstored(server).isEmpty)
    try await expect(server, ["1 ok "])
    server.stop()
    let again = try start(server.database)
    defer { again.stop() }
    try await expect(again, ["1 ok "])
  }

  @Test func `a start is stored as soon as the file is free`() async throws {
    let server = try start()
    defer { server.stop() }
    try make(work)
    let lock = try DatabaseLock(server.database)
    #expect(try await server.post("/feeds/main/refresh").status == 202)
    try await everythingIsRefused(server)
    #expect(await unstored(server) == [1])
    lock.release()
    try await eventually("the start is stored") { await unstored(server).isEmpty }
    #expect(await server.look { $0.feedList[0].currentRun?.id } == 1)
    try FileManager.default.removeItem(atPath: work)
  }

  @Test func `an end is stored as soon as the file is free, however often further runs begin`()
    async throws
  {
    let server = try start()
    defer { server.stop() }
    try make(fault)
    let lock = try DatabaseLock(server.database)
    #expect(try await server.post("/feeds/main/refresh?wait=1").status == 200)
    try await everythingIsRefused(server)
    lock.release()
    try await eventually("the first run's end is stored") {
      await server.look {
        $0.feedList[0].runs.records.unstored.add(
          RunRecord(id: 2, edge: "top", cause: "request", started: 0))
      }
      return await !unstored(server).contains(1)
    }
  }

  @Test func `numbers are reserved behind what waits, so that no more runs begin than can wait`() async throws
  {
    let server = try start()
    defer { server.stop() }
    try make(fault)
    let lock = try DatabaseLock(server.database)
    #expect(try await server.post("/feeds/main/refresh?wait=1").status == 200)
    try await everythingIsRefused(server)
    #expect(await unstored(server) == [1])
    lock.release()
    let (reserved, report) = AsyncStream.makeStream(of: [Int].self)
    await server.look { server in
      let feed = server.feedList[0]
      let tell = feed.numbers.reserved
      feed.numbers.reserved = { limit in
        tell(limit)
        report.yield(feed.runs.records.unstored.records.map(\.id))
      }
      feed.numbers.reserve(beyond: feed.nextRun + RunNumbers.ahead)
    }
    #expect(await reserved.first { _ in true } == [])
  }

  @Test func `a feed that is taken out meanwhile has its runs when it comes back`() async throws {
    let (main, other) = (feed("main"), feed("other"))
    let server = try LiveServer(feeds: [main, other])
    defer { server.stop() }
    let reload = { (feeds: [FeedSettings]) in
      await server.look { server in
        var settings = server.settings
        settings.feeds = feeds
        server.reload(settings)
      }
    }
    try make(fault)
    let lock = try DatabaseLock(server.database)
    #expect(try await server.post("/feeds/main/refresh?wait=1").status == 200)
    await reload([other])
    try await everythingIsRefused(server, by: "other")
    await reload([other, main])
    lock.release()
    try await eventually("the feed is back") { try await server.get("/feeds/main").status == 200 }
    try await expect(server, ["1 failed exit"])
  }

  @Test func `of many only the latest are kept`() async throws {
    let server = try start()
    defer { server.stop() }
    let lock = try DatabaseLock(server.database)
    let kept = await server.look { server in
      let unstored = UnstoredRuns(feed: FeedName("main")!, house: server.house)
      for id in 1...40 { unstored.add(RunRecord(id: id, edge: "top", cause: "request", started: 0)) }
      return unstored.records.map(\.id)
    }
    // The numbers that are reserved at most, the run under way and the one queued before them.
    #expect(kept == Array(23...40))
    lock.release()
  }
}
