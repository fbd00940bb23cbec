import Foundation
import RefreshClient
import RefreshEngine
import RefreshWire
import Testing

@testable import RefreshServer

/// From a pointer in one client to everybody's list.
@Suite struct PullTests {
  @Test func `one person's pull refreshes everybody's list, and the others see whose it is`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let anna = try await Person("Anna", on: server)
    let ben = try await Person("Ben", on: server)
    #expect(try await anna.subscribed().mode == .reset(.new))
    _ = try await ben.subscribed()
    try await ben.row(5)

    let halfway = try await anna.pull(answering: anna.drag(100, 160))
    #expect(halfway.phase == .pulling)
    #expect(halfway.edge == .top)
    #expect(halfway.offset == 52)
    #expect(halfway.percent == 0.5)
    let seen = try await ben.until("Anna's pull") {
      if case .presence(let message) = $0 { message.presence.pulls.first } else { nil }
    }
    #expect(seen.name == "Anna")
    #expect(seen.percent == 0.5)

    let triggered = try await anna.pull(answering: anna.point(.move, 220))
    #expect(triggered.phase == .triggered)
    #expect(triggered.percent == 1)
    let run = try #require(triggered.run)
    anna.point(.up, 220)

    let started = try await ben.until("the run") { if case .runStarted(_, let run) = $0 { run } else { nil } }
    #expect(started.id == run)
    #expect(started.by.name == "Anna")
    #expect(started.cause == .pull)
    let rows = try await ben.rows()
    #expect(rows.first == 6)
    #expect(rows.rows.map(\.text) == ["Line 6"])
    #expect(rows.rows.first?.run == run)
    #expect(try await ben.runEnd().end.outcome == .ok)
    try await anna.row(6)
    #expect(anna.texts == ben.texts)
    await anna.leave()
    await ben.leave()
  }

  @Test func `released at 60 px nothing is refreshed, and it goes back in 300 ms`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let anna = try await Person("Anna", on: server)
    anna.drag(100, 168, moves: 7)
    let released = try await anna.pull(answering: anna.point(.up, 168))
    #expect(released.phase == .released)
    #expect(released.settle == Settle(from: 60, to: 0, duration: 300))
    #expect(released.offset == 0)
    #expect(try await server.get("/feeds/main").integer("head") == 5)
    #expect(
      (try await server.get("/feeds/main").json["state"] as? [String: Any])?["phase"] as? String == "idle")
    await anna.leave()
  }

  @Test func `the same straight drag as 1 or as 500 samples gives the same percent`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    for feed in ["overlay", "header", "footer"] {
      let scroll = feed == "footer" ? Person.atBottom : Person.atTop
      let way = feed == "footer" ? -90.0 : 90.0
      var percents: Set<Double> = []
      for moves in [1, 7, 500] {
        let person = try await Person(on: server, feed)
        let report = try await person.pull(answering: person.drag(300, 300 + way, moves: moves, scroll))
        percents.insert(report.percent)
        await person.leave()
      }
      #expect(percents.count == 1, "\(feed): \(percents)")
      #expect(percents.first ?? 0 > 0.2)
    }
  }

  @Test func `ten people pulling at the same moment cause one run, and all get the same row`() async throws {
    // The source works until everybody has pulled, however long that takes.
    let go = LiveServer.temporaryFolder() + "/go"
    let server = try LiveServer {
      $0.feeds[0].source = .command("until [ -e \(go) ]; do sleep 0.02; done; echo Line 6")
      $0.feeds[0].policy.top?.deadline = 600_000
    }
    defer { server.stop() }
    var people: [Person] = []
    for number in 1...10 { people.append(try await Person("P\(number)", on: server)) }
    for person in people { try await person.row(5) }
    for person in people { person.drag(100, 300) }
    for person in people { _ = try await person.pull(answering: person.point(.up, 300)) }
    let late = try await Person("Late", on: server)
    let state = try await late.subscribed().state
    #expect(state.phase == .refreshing)
    let run = try #require(state.run?.run.id)
    try Data().write(to: URL(filePath: go))
    for person in people + [late] {
      #expect(try await person.runEnd().end.run.id == run)
      try await person.row(6)
      #expect(person.list.last == 6)
      #expect(person.list.rows.last?.text == "Line 6")
      #expect(person.list.rows.last?.run == run)
    }
    #expect((try await server.get("/feeds/main/runs").json["runs"] as? [Any])?.count == 1)
    for person in people + [late] { await person.leave() }
  }

  @Test func `header refreshes on release beyond 64 only`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let anna = try await Person("Anna", on: server, "header")
    let armed = try await anna.pull(answering: anna.drag(100, 300))
    #expect(armed.phase == .armed)
    #expect(armed.offset > 64)
    let back = try await anna.pull(answering: anna.point(.move, 110))
    #expect(back.phase == .pulling)
    let released = try await anna.pull(answering: anna.point(.up, 110))
    #expect(released.phase == .released)
    #expect(released.run == nil)
    anna.drag(100, 300)
    let triggered = try await anna.pull(answering: anna.point(.up, 300))
    #expect(triggered.phase == .triggered)
    #expect(triggered.offset == 64)
    #expect(try await anna.runEnd().end.outcome == .ok)
    await anna.leave()
  }

  @Test func `footer needs content taller than the view, and holds 50 px for its 5 s`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let anna = try await Person("Anna", on: server, "footer")
    let short = ScrollMetrics(top: 0, height: 600, view: 600)
    let refused = try await anna.pull(answering: anna.drag(500, 100, short))
    #expect(refused.phase == .rejected)
    #expect(refused.why == .noOverflow)
    anna.point(.up, 100, short)
    let triggered = try await anna.pull(answering: anna.drag(500, 100, Person.atBottom))
    #expect(triggered.phase == .triggered)
    #expect(triggered.offset == 50)
    #expect(triggered.settle?.to == 50)
    let settling = try await anna.state(.settling)
    #expect(settling.settle == Settle(from: 50, to: 0, duration: 300))
    #expect(settling.run.map { $0.elapsed >= 5_000 } == true)
    await anna.leave()
  }

  @Test func `a second finger, a cancel or a lost connection never refresh`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let anna = try await Person("Anna", on: server, "header")
    anna.drag(100, 300)
    let second = try await anna.pull(answering: anna.point(.down, 700, pointer: 2))
    #expect(second.phase == .cancelled)
    #expect(second.why == .secondPointer)
    #expect((second.settle?.from ?? 0) > 64)
    anna.point(.up, 700, pointer: 2)
    #expect(try await anna.pull(answering: anna.point(.up, 300)).phase == .cancelled)

    anna.drag(100, 300)
    let cancelled = try await anna.pull(answering: anna.point(.cancel, 0))
    #expect(cancelled.phase == .cancelled)
    #expect(cancelled.why == .cancel)
    #expect(cancelled.settle?.to == 0)

    let watcher = try await Person("Watcher", on: server, "header")
    let armed = try await anna.pull(answering: anna.drag(100, 300))
    #expect(armed.phase == .armed)
    try await watcher.until("Anna's pull") {
      if case .presence(let message) = $0, message.presence.count == 1 { true } else { nil }
    }
    await anna.leave()
    try await watcher.until("no pull any more") {
      if case .presence(let message) = $0, message.presence.count == 0 { true } else { nil }
    }
    #expect((try await server.get("/feeds/header/runs").json["runs"] as? [Any])?.isEmpty == true)
    #expect(try await server.get("/feeds/header").integer("head") == 5)
    await watcher.leave()
  }

  @Test func `the run goes on when the client that pulled is gone`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let ben = try await Person("Ben", on: server)
    let anna = try await Person("Anna", on: server)
    let triggered = try await anna.pull(answering: anna.drag(100, 300))
    #expect(triggered.phase == .triggered)
    await anna.leave()
    #expect(try await ben.runEnd().end.outcome == .ok)
    try await ben.row(6)
    #expect(ben.texts.last == "Line 6")
    await ben.leave()
  }
}
