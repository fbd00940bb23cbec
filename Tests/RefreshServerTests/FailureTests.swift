import Foundation
import RefreshClient
import RefreshEngine
import RefreshSources
import RefreshWire
import Testing

@testable import RefreshServer

/// Sources that fail, and runs that are cancelled, seen by clients.
@Suite struct FailureTests {
  private func feed(_ command: String, _ change: (inout EdgePolicy) -> Void = { _ in }) -> [FeedSettings] {
    var policy = EdgePolicy(preset: .overlay)
    policy.settle = 20
    policy.minimumVisible = 50
    change(&policy)
    return [
      FeedSettings(
        name: FeedName("main")!, title: "Main", policy: FeedPolicy(top: policy), source: .command(command))
    ]
  }

  @Test func `a failure is seen in words by every client, and the next pull works`() async throws {
    let marker = LiveServer.temporaryFolder() + "/fail"
    try Data().write(to: URL(filePath: marker))
    let server = try LiveServer(
      feeds: feed("test ! -e \(marker) || { echo no paper >&2; exit 3; }; echo printed"))
    defer { server.stop() }
    let anna = try await Person("Anna", on: server)
    let ben = try await Person("Ben", on: server)
    _ = try await ben.subscribed()
    #expect(try await anna.pull(answering: anna.drag(100, 300)).phase == .triggered)
    for person in [anna, ben] {
      let end = try await person.runEnd().end
      #expect(end.outcome == .failed)
      #expect(end.error?.code == .exit)
      #expect(end.error?.message.contains("no paper") == true)
    }
    #expect(ben.list.rows.isEmpty)
    anna.point(.up, 300)
    _ = try await anna.state(.idle)
    try FileManager.default.removeItem(atPath: marker)
    #expect(try await anna.pull(answering: anna.drag(100, 300)).phase == .triggered)
    #expect(try await ben.runEnd().end.outcome == .ok)
    try await ben.row(1)
    #expect(ben.texts == ["printed"])
    await anna.leave()
    await ben.leave()
  }

  @Test func `anybody may cancel a run: it ends once as cancelled, and its source is stopped`() async throws {
    let marker = "33\(Int.random(in: 100_000...999_999))"
    let server = try LiveServer(feeds: feed("echo lost; sleep \(marker)"))
    defer { server.stop() }
    let anna = try await Person("Anna", on: server)
    let ben = try await Person("Ben", on: server)
    _ = try await ben.subscribed()
    anna.client.refresh(anna.feed, key: "k")
    let reply = try await anna.reply()
    #expect(reply.outcome == .started)
    #expect(reply.key == "k")
    let run = try #require(reply.run)
    ben.client.cancel(run, of: ben.feed)
    let cancelled = try await ben.reply()
    #expect(cancelled.to == .cancel)
    #expect(cancelled.outcome == .cancelled)
    #expect(try await anna.runEnd().end.outcome == .cancelled)
    ben.client.cancel(run, of: ben.feed)
    let again = try await ben.reply()
    #expect(again.outcome == .refused)
    #expect(again.why == .ended)
    try await eventually("the command is gone") { !Processes.exist(with: marker) }
    #expect(anna.list.rows.isEmpty)
    await anna.leave()
    await ben.leave()
  }

  @Test func `a refresh while one is settling is queued, and follows`() async throws {
    let server = try LiveServer(feeds: feed("echo x") { $0.settle = 4_000 })
    defer { server.stop() }
    let anna = try await Person("Anna", on: server)
    anna.client.refresh(anna.feed)
    #expect(try await anna.reply().outcome == .started)
    _ = try await anna.state(.settling)
    anna.client.refresh(anna.feed)
    let queued = try await anna.reply()
    #expect(queued.outcome == .queued)
    #expect(queued.run == 2)
    #expect(try await anna.runEnd().end.run.id == 2)
    try await anna.row(2)
    await anna.leave()
  }

  @Test func `a refresh while one runs joins it; within the cooldown it is refused`() async throws {
    let marker = LiveServer.temporaryFolder() + "/wait"
    try Data().write(to: URL(filePath: marker))
    let command = "while test -e \(marker); do sleep 0.05; done; echo x"
    let server = try LiveServer(feeds: feed(command) { $0.cooldown = 3_600_000 })
    defer { server.stop() }
    let anna = try await Person("Anna", on: server)
    let ben = try await Person("Ben", on: server)
    anna.client.refresh(anna.feed)
    #expect(try await anna.reply().outcome == .started)
    ben.client.refresh(ben.feed)
    let joined = try await ben.reply()
    #expect(joined.outcome == .joined)
    #expect(joined.run == 1)
    try FileManager.default.removeItem(atPath: marker)
    _ = try await ben.runEnd()
    _ = try await ben.state(.idle)
    ben.client.refresh(ben.feed)
    let refused = try await ben.reply()
    #expect(refused.outcome == .refused)
    #expect(refused.why == .cooldown)
    #expect((1...3_600_000).contains(refused.retryAfter ?? 0))
    let pull = try await anna.pull(answering: anna.drag(100, 300))
    #expect(pull.phase == .rejected)
    #expect(pull.why == .cooldown)
    #expect((1...3_600_000).contains(pull.retryAfter ?? 0))
    await anna.leave()
    await ben.leave()
  }

  @Test func `rows the store cannot take fail the run, and nothing of them is seen`() async throws {
    let server = try LiveServer(feeds: feed("echo x"))
    let anna = try await Person("Anna", on: server)
    // Another connection holds the write lock, as a careless tool would.
    let lock = try DatabaseLock(server.database)
    anna.client.refresh(anna.feed)
    let end = try await anna.runEnd().end
    #expect(end.outcome == .failed)
    #expect(end.error?.code == .storage)
    #expect(anna.list.rows.isEmpty)
    lock.release()
    _ = try await anna.state(.idle)
    anna.client.refresh(anna.feed)
    #expect(try await anna.runEnd().end.outcome == .ok)
    try await anna.row(1)
    await anna.leave()
    server.stop()
  }
}
