import Foundation
import RefreshEngine
import RefreshWire
import Testing

@testable import RefreshServer

/// Refreshes that nobody asks for, on a running server.
@Suite struct ScheduleLiveTests {
  private func scheduled(_ schedule: Schedule, _ change: (inout FeedSettings) -> Void = { _ in }) throws
    -> CommandFeed
  {
    let feed = CommandFeed {
      $0.schedule = schedule
      change(&$0)
    }
    try feed.print(["row"])
    return feed
  }

  private func runs(_ server: LiveServer, _ feed: String = "main", atLeast count: Int) async throws
    -> [EndedRun]
  {
    var runs: [EndedRun] = []
    try await eventually("\(count) runs") {
      runs = try await server.runs(feed)
      // Their numbers have no gap; of those that were long ago not all are told.
      return runs.first?.id ?? 0 >= count
    }
    return runs
  }

  @Test func `a feed refreshes every so often, one run after the other, by nobody`() async throws {
    let server = try scheduled(Schedule(every: 60, jitter: 20)).server()
    defer { server.stop() }
    let person = try await Person(on: server)
    let state = try await person.state(.refreshing)
    #expect(state.run?.run.cause == .schedule)
    #expect(state.run?.run.by == Author())
    let runs = try await runs(server, atLeast: 5)
    #expect(Set(runs.map(\.cause)) == ["schedule"])
    #expect(Set(runs.map(\.outcome)) == ["ok"])
    for (later, earlier) in zip(runs, runs.dropFirst()) { #expect(later.started - earlier.ended >= 59) }
    await person.leave()
  }

  @Test func `somebody's pull counts, and the next one by itself comes so long after it`() async throws {
    let server = try scheduled(Schedule(every: 700)).server()
    defer { server.stop() }
    _ = try await runs(server, atLeast: 1)
    // For longer than a period somebody refreshes before it is due, unless this machine is very busy.
    for _ in 0..<6 {
      _ = try await server.refresh()
      try await Task.sleep(for: .milliseconds(200))
    }
    let latest = try #require(try await server.runs().first?.id)
    let runs = try await runs(server, atLeast: latest + 1)
    #expect(runs.first?.cause == "schedule")
    #expect(runs.contains { $0.cause == "request" })
    for (later, earlier) in zip(runs, runs.dropFirst()) where later.cause == "schedule" {
      #expect(later.started - earlier.ended >= 699, "run \(later.id), after a \(earlier.cause)")
    }
  }

  @Test func `a cooldown is waited out, and a run that takes longer than the period is not begun twice`()
    async throws
  {
    let feed = try scheduled(Schedule(every: 20)) {
      $0.policy.top!.cooldown = 300
      $0.source = .command("sleep 0.15; echo row")
    }
    let server = try feed.server()
    defer { server.stop() }
    let runs = try await runs(server, atLeast: 3)
    for (later, earlier) in zip(runs, runs.dropFirst()) {
      #expect(later.id == earlier.id + 1)
      #expect(later.started - earlier.ended >= 299)
    }
  }

  @Test func `in quiet hours nothing begins by itself, and what people ask for does`() async throws {
    let now = House.timeOfDay / 60_000
    let quiet = DaySpan(from: (now + 1_439) % 1_440, to: (now + 5) % 1_440)!
    var loud = CommandFeed { $0.schedule = Schedule(every: 20) }.settings
    loud.name = FeedName("loud")!
    loud.source = .lines
    loud.workTime = 1
    let feed = try scheduled(Schedule(every: 20, quiet: [quiet]))
    let server = try LiveServer(feeds: [feed.settings, loud])
    defer { server.stop() }
    #expect(try await server.refresh().id == 1)
    // While another feed has refreshed ten times this one has not.
    let begun = try await server.runs("loud").first?.id ?? 0
    _ = try await runs(server, "loud", atLeast: begun + 10)
    #expect(try await server.runs().map(\.cause) == ["request"])
    #expect(try await server.refresh().id == 2)
  }

  @Test func `if it is told so it waits for somebody who watches, and stops when the last one goes`()
    async throws
  {
    var loud = CommandFeed { $0.schedule = Schedule(every: 20) }.settings
    loud.name = FeedName("loud")!
    loud.source = .lines
    loud.workTime = 1
    let feed = try scheduled(Schedule(every: 20, onlyWatched: true))
    let server = try LiveServer(feeds: [feed.settings, loud])
    defer { server.stop() }
    _ = try await runs(server, "loud", atLeast: 5)
    #expect(try await server.runs().isEmpty)
    let person = try await Person(on: server)
    _ = try await person.runEnd()
    _ = try await person.runEnd()
    await person.leave()
    // It may take a moment until the server sees that the connection has gone.
    var before = -1
    try await eventually("no more runs") {
      let count = try await server.runs().count
      defer { before = count }
      _ = try await runs(server, "loud", atLeast: (try await server.runs("loud").first?.id ?? 0) + 5)
      return try await server.runs().count == before
    }
    let again = try await Person(on: server)
    _ = try await again.runEnd()
    await again.leave()
  }

  @Test func `a standstill of the process is followed by one run, not by all that would have been`()
    async throws
  {
    let server = try scheduled(Schedule(every: 200)).server()
    defer { server.stop() }
    _ = try await runs(server, atLeast: 2)
    let (begin, end) = await server.look { _ in
      let begin = Int(House.wall)
      usleep(2_000_000)
      return (begin, Int(House.wall))
    }
    var after: [EndedRun] = []
    try await eventually("three runs since then") {
      after = try await server.runs().filter { $0.started >= begin }.reversed()
      return after.count >= 3
    }
    for (earlier, later) in zip(after, after.dropFirst()) {
      #expect(later.started - earlier.ended >= 199)
    }
    #expect(after.allSatisfy { $0.started >= end })
  }

  @Test func `a server that stops begins nothing, and a start goes on where the last good run was`()
    async throws
  {
    let feed = try scheduled(Schedule(every: 1_500))
    var server = try feed.server()
    let first = try #require(try await runs(server, atLeast: 1).first)
    server.stop()
    server = try feed.server()
    let runs = try await runs(server, atLeast: 2)
    #expect(runs[0].started - first.ended >= 1_490)
    server.stop()
    // Each is whole: a run that began during the stop would be there as cancelled.
    server = try feed.server()
    defer { server.stop() }
    #expect(try await Set(server.runs().map(\.outcome)) == ["ok"])
  }

  @Test
  func `a schedule at the other edge takes its source, and one without a policy to begin with harms nothing`()
    async throws
  {
    var edge = EdgePolicy(preset: .overlay)
    (edge.minimumVisible, edge.settle) = (0, 0)
    let feed = try scheduled(Schedule(every: 20, edge: .bottom)) {
      $0.policy.bottom = edge
      $0.edgeSources = [.bottom: .command("echo below")]
    }
    let server = try feed.server()
    _ = try await runs(server, atLeast: 2)
    #expect(try await Set(server.texts()) == ["below"])
    server.stop()
    let none = try scheduled(Schedule(every: 1, edge: .bottom))
    let second = try none.server()
    defer { second.stop() }
    #expect(try await second.refresh().id == 1)
    #expect(try await second.runs().count == 1)
  }
}
