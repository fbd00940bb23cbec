import Foundation
import RefreshEngine
import RefreshWire
import TestSupport
import Testing

@testable import RefreshServer

/// Schedules whose source fails.
@Suite struct ScheduleFailureTests {
  @Test func `the wait doubles with each failure behind the first, up to eight times, or to an hour`() {
    let minute = 60_000
    let waits = { (every: Int) in (0...5).map { Schedule(every: every).wait(after: $0) } }
    #expect(waits(100) == [100, 100, 200, 400, 800, 800])
    #expect(waits(15 * minute) == [15, 15, 30, 60, 60, 60].map { $0 * minute })
    #expect(waits(40 * minute) == [40, 40, 60, 60, 60, 60].map { $0 * minute })
    #expect(waits(180 * minute) == [Int](repeating: 180 * minute, count: 6))
  }

  @Test func `a failure is told once for each reason until it is over, and its end is told`() {
    var failures = ScheduledFailures()
    func ended(_ cause: Cause, _ outcome: RunOutcome, _ words: String = "") -> RunNote {
      let run = Run(id: 1, edge: .top, cause: cause, by: Author())
      let error = outcome == .failed ? RunFailure(code: .exit, message: words) : nil
      return failures.ended(RunEnd(run: run, outcome: outcome, rows: 0, error: error)) { $0 * 1_000 }
    }
    #expect(ended(.schedule, .ok) == RunNote())
    let first = ended(.schedule, .failed, "no paper, 7 sheets are left")
    #expect(first.level == .warning)
    #expect(first.words.contains("asks again in 1 s"))
    #expect(ended(.schedule, .failed, "no paper, 12 sheets are left") == RunNote())
    #expect(ended(.schedule, .cancelled) == RunNote())
    // Who pulled sees what has come of it.
    #expect(ended(.request, .failed, "no ink") == RunNote())
    #expect(failures.count == 2)
    #expect(ended(.schedule, .failed, "no ink").words.contains("asks again in 3 s"))
    // Two reasons that take turns are no news.
    #expect(ended(.schedule, .failed, "no paper, 3 sheets are left") == RunNote())
    #expect(ended(.schedule, .failed, "no ink") == RunNote())
    #expect(ended(.pull, .ok) == RunNote(words: " (after 5 of the schedule that failed)"))
    #expect(failures.count == 0)
    #expect(ended(.schedule, .failed, "no ink").level == .warning)
  }

  @Test
  func
    `a source that fails is asked more and more rarely, all of it is in the record, and somebody's pull ends it`()
    async throws
  {
    let feed = CommandFeed { $0.schedule = Schedule(every: 300) }
    let server = try feed.server()
    defer { server.stop() }
    try await eventually("five failures") { try await server.runs().count >= 5 }
    let runs = Array(try await server.runs().reversed())
    for (index, wait) in [299, 599, 1_199, 2_399].enumerated() {
      #expect(runs[index + 1].started - runs[index].ended >= wait)
    }
    let records = try await server.get("/feeds/main/runs").json["runs"] as? [[String: Any]] ?? []
    #expect(records.count >= 5)
    for record in records {
      #expect(record["cause"] as? String == "schedule")
      #expect(record["outcome"] as? String == "failed")
      let error = record["error"] as? [String: Any]
      #expect(error?["code"] as? String == "exit")
      #expect((error?["message"] as? String)?.contains("No such file") == true)
    }
    let metrics = try server.metrics()
    #expect(metrics.faults == [])
    #expect(metrics["refreshd_schedule_failures", ["feed": "main"]] ?? 0 >= 5)
    #expect(
      metrics["refreshd_runs_total", ["feed": "main", "outcome": "failed"]]
        == metrics["refreshd_schedule_failures", ["feed": "main"]])

    try feed.print(["row"])
    let pulled = try await server.refresh()
    #expect(pulled.outcome == "ok")
    #expect(try server.metrics()["refreshd_schedule_failures", ["feed": "main"]] == 0)
    try await eventually("the schedule goes on") { try await server.runs()[0].id > pulled.id }
    let next = try #require(try await server.runs().first { $0.id == pulled.id + 1 })
    #expect(next.cause == "schedule")
    #expect(next.started - pulled.ended >= 299)
  }

  @Test func `another source's success says nothing, and a source that was put right is asked soon`()
    async throws
  {
    let feed = CommandFeed {
      $0.schedule = Schedule(every: 1_500)
      $0.policy.bottom = $0.policy.top
      $0.edgeSources = [.bottom: .command("echo below")]
    }
    let server = try feed.server()
    defer { server.stop() }
    let failures = { try server.metrics()["refreshd_schedule_failures", ["feed": "main"]] ?? 0 }
    try await eventually("three failures") { try failures() >= 3 }
    #expect(try await server.refresh(edge: "bottom").outcome == "ok")
    #expect(try failures() >= 3)
    let begin = Int(House.wall)
    // In the same turn: from now on it waits as if nothing had failed.
    let failed = await server.look { server in
      var settings = server.settings
      settings.feeds[0].source = .command("echo right")
      server.reload(settings)
      return server.feedList[0].schedule?.failed
    }
    #expect(failed == 0)
    try await eventually("it is asked") { try await server.runs()[0].started >= begin }
    let first = try #require(try await server.runs().last { $0.started >= begin })
    #expect(first.outcome == "ok")
  }

  @Test func `a feed says when it refreshes by itself next, and so do the metrics`() async throws {
    let feed = CommandFeed { $0.schedule = Schedule(every: 3_600_000) }
    try feed.print(["row"])
    var other = feed.settings
    (other.name, other.schedule) = (FeedName("other")!, nil)
    var watched = feed.settings
    (watched.name, watched.schedule) = (
      FeedName("watched")!, Schedule(every: 3_600_000, onlyWatched: true)
    )
    let server = try LiveServer(feeds: [feed.settings, other, watched])
    defer { server.stop() }
    try await eventually("a run") { try await !server.runs().isEmpty }
    let ended = try await server.runs()[0].ended
    let next = try #require(try await server.get("/feeds/main").json["nextRefresh"] as? Int)
    #expect(abs(next - ended - 3_600_000) < 60_000)
    #expect(try await server.get("/feeds/other").json["nextRefresh"] == nil)
    let feeds = try await server.get("/feeds").json["feeds"] as? [[String: Any]]
    #expect(feeds?.map { $0["nextRefresh"] != nil } == [true, false, false])
    let metrics = try server.metrics()
    let told = try #require(metrics["refreshd_schedule_next_time_seconds", ["feed": "main"]])
    #expect(abs(told - Double(next) / 1_000) < 60)
    #expect(metrics["refreshd_schedule_next_time_seconds", ["feed": "other"]] == nil)
    #expect(metrics["refreshd_schedule_failures", ["feed": "other"]] == nil)

    // Nothing begins at that time unless somebody watches then.
    _ = try await server.refresh("watched")
    #expect(try await server.get("/feeds/watched").json["nextRefresh"] == nil)
    #expect(try server.metrics()["refreshd_schedule_next_time_seconds", ["feed": "watched"]] == nil)
    let person = try await Person(on: server, "watched")
    _ = try await person.subscribed()
    #expect(try await server.get("/feeds/watched").json["nextRefresh"] != nil)
    await person.leave()
  }

  @Test func `a cooldown that is longer than the period counts for when the next refresh is said to begin`()
    async throws
  {
    let hour = 3_600_000
    let feed = CommandFeed {
      $0.schedule = Schedule(every: hour)
      $0.policy.top!.cooldown = 2 * hour
    }
    try feed.print(["row"])
    let server = try feed.server()
    defer { server.stop() }
    try await eventually("a run") { try await !server.runs().isEmpty }
    let ended = try await server.runs()[0].ended
    let told = try await server.get("/feeds/main").json
    let next = try #require(told["nextRefresh"] as? Int)
    #expect(abs(next - ended - 2 * hour) < 60_000)
    let feeds = try await server.get("/feeds").json["feeds"] as? [[String: Any]]
    let listed = try #require(feeds?.first?["nextRefresh"] as? Int)
    #expect(abs(listed - next) < 60_000)
    let metric = try server.metrics()["refreshd_schedule_next_time_seconds", ["feed": "main"]]
    #expect(abs(try #require(metric) - Double(next) / 1_000) < 60)
    // Everybody is told how long a pull would be refused.
    let left = try #require((told["state"] as? [String: Any])?["retryAfter"] as? Int)
    #expect(left > hour && left <= 2 * hour)
    let person = try await Person(on: server)
    let seen = try #require(try await person.subscribed().state.retryAfter)
    #expect(seen > hour && seen <= left)
    await person.leave()
  }

  @Test func `the log warns of a schedule that fails, once for each reason, and says when that is over`()
    async throws
  {
    let folder = TemporaryFolder.untilTheEnd()
    let reason = folder + "/reason"
    let file = try ConfigurationFile(
      """
      { feeds: { main: {
        source: "command:cat \(reason) >&2; test ! -e \(reason)",
        top: { preset: "overlay", settle: 0, minimumVisible: 0 }, schedule: "1s" } } }
      """)
    try "no paper".write(toFile: reason, atomically: true, encoding: .utf8)
    let program = try Program([
      "--config", file.path, "--listen", "127.0.0.1:0", "--db", folder + "/s.sqlite",
    ])
    let port = try program.ready()
    try program.complains(of: "no paper", times: 2)
    try "no ink".write(toFile: reason, atomically: true, encoding: .utf8)
    try program.complains(of: "no ink")
    try FileManager.default.removeItem(atPath: reason)
    _ = try BareRequest(port: port, "POST /feeds/main/refresh?wait=1 HTTP/1.1", ["Host: 127.0.0.1"])
    try program.complains(of: "of the schedule that failed) ended ok")
    program.send(SIGTERM)
    #expect(program.wait() == 0)
    let warnings = program.complaints.split(separator: "\n").filter { $0.contains(" warning feed main: run") }
    #expect(warnings.count == 2, "\(program.complaints)")
    #expect(warnings.first?.contains("no paper") == true)
    #expect(warnings.last?.contains("no ink") == true)
  }
}
