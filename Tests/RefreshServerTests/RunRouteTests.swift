import Foundation
import RefreshEngine
import RefreshSources
import RefreshWire
import TestSupport
import Testing

@testable import RefreshServer

@Suite struct RunRouteTests {
  private func feed(_ command: String, _ change: (inout EdgePolicy) -> Void = { _ in }) -> [FeedSettings] {
    var policy = EdgePolicy(preset: .overlay)
    policy.settle = 0
    policy.minimumVisible = 0
    change(&policy)
    return [
      FeedSettings(
        name: FeedName("main")!, title: "Main", policy: FeedPolicy(top: policy), source: .command(command))
    ]
  }

  @Test func `a refresh that waits is answered with the run's end`() async throws {
    let server = try LiveServer(feeds: feed("echo one; echo two"))
    defer { server.stop() }
    let answer = try await server.post("/feeds/main/refresh?wait=1&name=Anna")
    #expect(answer.status == 200)
    #expect(answer.integer("run") == 1)
    let last = answer.json["last"] as? [String: Any]
    #expect(last?["outcome"] as? String == "ok")
    #expect(last?["rows"] as? Int == 2)
    #expect((last?["by"] as? [String: Any])?["name"] as? String == "Anna")
    #expect(try await server.get("/feeds/main/rows").texts == ["one", "two"])
  }

  @Test func `a failing command is told with its status and its words, and the next refresh works`()
    async throws
  {
    let marker = LiveServer.temporaryFolder() + "/fail"
    try Data().write(to: URL(filePath: marker))
    let server = try LiveServer(
      feeds: feed("if [ -e \(marker) ]; then echo lost; echo disk is gone >&2; exit 3; fi; echo fine"))
    defer { server.stop() }
    let failed = try await server.post("/feeds/main/refresh?wait=1").json["last"] as? [String: Any]
    #expect(failed?["outcome"] as? String == "failed")
    let error = failed?["error"] as? [String: Any]
    #expect(error?["code"] as? String == "exit")
    #expect((error?["message"] as? String)?.contains("3") == true)
    #expect((error?["message"] as? String)?.contains("disk is gone") == true)
    #expect(try await server.get("/feeds/main").integer("head") == 0)
    try FileManager.default.removeItem(atPath: marker)
    #expect(
      (try await server.post("/feeds/main/refresh?wait=1").json["last"] as? [String: Any])?["outcome"]
        as? String == "ok")
    #expect(try await server.get("/feeds/main/rows").texts == ["fine"])
    let runs = try await server.get("/feeds/main/runs").json["runs"] as? [[String: Any]]
    #expect(runs?.map { $0["id"] as? Int } == [2, 1])
  }

  @Test func `who waits for a run and is cut off leaves nothing behind`() async throws {
    let server = try LiveServer(feeds: feed("sleep 60"))
    defer { server.stop() }
    let waiting = { await server.look { $0.feedList[0].runs.awaited } }
    let socket = try BareSocket(port: server.port)
    socket.send(BareRequest.text("POST /feeds/main/refresh?wait=1 HTTP/1.1", ["Host: 127.0.0.1"]))
    try await eventually("it waits") { await waiting() == 1 }
    socket.reset()
    try await eventually("it is forgotten") { await waiting() == 0 }
  }

  @Test func `a hanging command ends at the deadline and leaves no process`() async throws {
    let marker = "31\(Int.random(in: 100_000...999_999))"
    let server = try LiveServer(feeds: feed("sleep \(marker) & sleep \(marker)") { $0.deadline = 300 })
    defer { server.stop() }
    let last = try await server.post("/feeds/main/refresh?wait=1").json["last"] as? [String: Any]
    #expect((last?["error"] as? [String: Any])?["code"] as? String == "deadline")
    try await eventually("no process of the command is left") { !Processes.exist(with: marker) }
  }

  @Test func `cancelling answers when the source is stopped; there is nothing to cancel afterwards`()
    async throws
  {
    let marker = "32\(Int.random(in: 100_000...999_999))"
    let server = try LiveServer(feeds: feed("sleep \(marker)"))
    defer { server.stop() }
    #expect(try await server.post("/feeds/main/refresh").status == 202)
    try await eventually("the command runs") { Processes.exist(with: marker) }
    let answer = try await server.ask("DELETE", "/feeds/main/run")
    #expect(answer.status == 200)
    #expect(answer.text("outcome") == "cancelled")
    #expect(answer.integer("run") == 1)
    #expect(!Processes.exist(with: marker))
    let again = try await server.ask("DELETE", "/feeds/main/run")
    #expect(again.status == 409)
    #expect(again.code == "idle")
  }

  @Test func `within the cooldown a refresh is refused, with when to come back`() async throws {
    let server = try LiveServer(feeds: feed("echo x") { $0.cooldown = 3_600_000 })
    defer { server.stop() }
    #expect(try await server.post("/feeds/main/refresh?wait=1").status == 200)
    for path in ["/feeds/main/refresh", "/feeds/main/refresh?wait=1"] {
      let refused = try await server.post(path)
      #expect(refused.status == 429)
      #expect(refused.code == "cooldown")
      let retryAfter = try #require(refused.integer("retryAfter"))
      #expect((1...3_600_000).contains(retryAfter))
      let wait = refused.headers["retry-after"].flatMap { Int($0) }
      #expect(wait == (retryAfter + 999) / 1_000)
    }
  }

  @Test func `the same key begins one run`() async throws {
    let server = try LiveServer(feeds: feed("echo x"))
    defer { server.stop() }
    let first = try await server.post("/feeds/main/refresh?wait=1", key: "k")
    #expect(first.integer("run") == 1)
    let again = try await server.post("/feeds/main/refresh?wait=1", key: "k")
    #expect(again.integer("run") == 1)
    #expect(try await server.get("/feeds/main").integer("head") == 1)
  }

  @Test func `a key whose queued run was cancelled is answered at once, also when asked to wait`()
    async throws
  {
    let server = try LiveServer(
      feeds: feed("echo x") {
        $0.cooldown = 3_600_000; $0.settle = 60_000
      })
    defer { server.stop() }
    #expect(try await server.post("/feeds/main/refresh?wait=1", key: "first").status == 200)
    let person = try await Person(on: server)
    let queued = try await server.post("/feeds/main/refresh", key: "later")
    #expect(queued.text("outcome") == "queued")
    let run = try #require(queued.integer("run"))
    person.client.cancel(run, of: person.feed)
    #expect(try await person.reply().outcome == .cancelled)
    let again = try await server.post("/feeds/main/refresh?wait=1", key: "later")
    #expect(again.status == 200)
    #expect(again.text("outcome") == "cancelled")
    #expect(again.integer("run") == run)
    let first = try await server.post("/feeds/main/refresh?wait=1", key: "first")
    #expect(first.status == 200)
    #expect((first.json["last"] as? [String: Any])?["outcome"] as? String == "ok")
    await person.leave()
  }

  @Test func `who waits for a queued run that is cancelled is told so`() async throws {
    let server = try LiveServer(
      feeds: feed("echo x") {
        $0.cooldown = 3_600_000; $0.settle = 60_000
      })
    defer { server.stop() }
    #expect(try await server.post("/feeds/main/refresh?wait=1").status == 200)
    let person = try await Person(on: server)
    async let answer = server.post("/feeds/main/refresh?wait=1")
    try await eventually("somebody waits") { await server.look { $0.feedList[0].runs.awaited } == 1 }
    person.client.cancel(2, of: person.feed)
    #expect(try await person.reply().outcome == .cancelled)
    let told = try await answer
    #expect(told.status == 200)
    #expect(told.text("outcome") == "cancelled")
    #expect(told.integer("run") == 2)
    await person.leave()
  }

  @Test func `as many runs are listed as were asked for, also while one is under way`() async throws {
    let marker = LiveServer.temporaryFolder() + "/wait"
    let server = try LiveServer(feeds: feed("while test -e \(marker); do sleep 0.05; done; echo x"))
    defer { server.stop() }
    for _ in 1...2 { #expect(try await server.post("/feeds/main/refresh?wait=1").status == 200) }
    try Data().write(to: URL(filePath: marker))
    #expect(try await server.post("/feeds/main/refresh").status == 202)
    try await eventually("the third is under way") {
      await server.look { $0.feedList[0].currentRun?.id } == 3
    }
    for limit in 1...3 {
      let runs = try await server.get("/feeds/main/runs?limit=\(limit)").json["runs"] as? [[String: Any]]
      #expect(runs?.map { $0["id"] as? Int } == Array([2, 1].prefix(limit)))
    }
    try FileManager.default.removeItem(atPath: marker)
  }

  @Test func `an edge without a policy is refused`() async throws {
    let server = try LiveServer(feeds: feed("echo x"))
    defer { server.stop() }
    let answer = try await server.post("/feeds/main/refresh?edge=bottom")
    #expect(answer.status == 422)
    #expect(answer.code == "no-policy")
    #expect(try await server.post("/feeds/main/refresh?edge=left").status == 400)
  }

  @Test func `a run longer than the wait is told as it stands`() async throws {
    let server = try LiveServer(feeds: feed("sleep 60")) { $0.tunables.wait = 100 }
    defer { server.stop() }
    let answer = try await server.post("/feeds/main/refresh?wait=1")
    #expect(answer.status == 202)
    #expect(answer.text("outcome") == "started")
    #expect((answer.integer("elapsed") ?? 0) >= 90)
  }
}
