import Foundation
import RefreshEngine
import RefreshWire
import Testing

@testable import RefreshServer

/// `GET /metrics` of a live server.
@Suite struct MetricsTests {
  @Test func `everything is in Prometheus' format, named for this server, with bounded labels`() async throws
  {
    let server = try LiveServer()
    defer { server.stop() }
    let answer = try server.bare("GET /metrics")
    #expect(answer.header("content-type") == "text/plain; version=0.0.4; charset=utf-8")
    #expect(answer.header("cache-control") == "no-store")
    let metrics = MetricsReader(answer.body)
    #expect(metrics.faults == [])
    #expect(metrics.families.count > 30)
    #expect(metrics.families.keys.allSatisfy { $0.hasPrefix("refreshd_") })
    #expect(metrics["refreshd_build_info", ["version": Version.text]] == 1)
    #expect(metrics["refreshd_ready"] == 1)
    #expect((metrics["refreshd_process_resident_memory_bytes"] ?? 0) > 1_000_000)
    #expect((metrics["refreshd_process_open_fds"] ?? 0) > 5)
    #expect((metrics["refreshd_process_cpu_seconds_total"] ?? 0) > 0)
    #expect(try server.bare("HEAD /metrics").status == 200)
    #expect(try server.bare("POST /metrics").status == 405)
  }

  @Test func `what happens moves its counter, and nothing else`() async throws {
    let server = try LiveServer { settings in
      settings.feeds[0].policy.top?.minimumVisible = 0
      settings.feeds[0].workTime = 0
    }
    defer { server.stop() }
    let before = try server.metrics()
    let person = try await Person("Anna", on: server)
    _ = try await person.subscribed()
    let reader = try EventReader(port: server.port, "/feeds/main/events?after=nonsense")
    try reader.until("rows")
    _ = try await server.post("/feeds/main/rows", "a\nb", key: "k")
    _ = try await server.post("/feeds/main/rows", "a\nb", key: "k")
    #expect(try await server.post("/feeds/main/rows", "c", key: "k").status == 422)
    let n = person.drag(100, 300)
    #expect(try await person.pull(answering: n).phase == .triggered)
    _ = try await person.runEnd()
    let after = try server.metrics()
    #expect(after.faults == [])
    let moved = { (name: String, labels: [String: String]) -> Double in
      (after[name, labels] ?? -1) - (before[name, labels] ?? 0)
    }
    let main = ["feed": "main"]
    let with = { (more: [String: String]) in main.merging(more) { $1 } }
    #expect(moved("refreshd_connections", ["kind": "websocket"]) == 1)
    #expect(moved("refreshd_connections", ["kind": "events"]) == 1)
    #expect(moved("refreshd_handshakes_total", [:]) == 1)
    #expect(moved("refreshd_resets_total", ["reason": "new"]) == 1)
    #expect(moved("refreshd_resets_total", ["reason": "epoch"]) == 1)
    #expect(moved("refreshd_resumes_total", [:]) == 0)
    #expect(moved("refreshd_feed_subscribers", with(["kind": "websocket"])) == 1)
    #expect(moved("refreshd_feed_subscribers", with(["kind": "events"])) == 1)
    #expect(moved("refreshd_rows_total", with(["from": "request"])) == 2)
    #expect(moved("refreshd_rows_total", with(["from": "run"])) == 1)
    #expect(moved("refreshd_feed_head", main) == 3)
    #expect(moved("refreshd_feed_rows", main) == 3)
    #expect(moved("refreshd_pulls_total", with(["phase": "triggered"])) == 1)
    #expect(moved("refreshd_pulls_total", with(["phase": "released"])) == 0)
    #expect(moved("refreshd_runs_started_total", with(["cause": "pull"])) == 1)
    #expect(moved("refreshd_runs_total", with(["outcome": "ok"])) == 1)
    #expect(moved("refreshd_runs_total", ["feed": "footer", "outcome": "ok"]) == 0)
    #expect(moved("refreshd_run_duration_seconds_count", [:]) == 1)
    #expect(moved("refreshd_commit_duration_seconds_count", [:]) == 4)
    #expect(moved("refreshd_commits_failed_total", [:]) == 0)
    #expect(moved("refreshd_http_responses_total", ["status": "201"]) == 2)
    #expect(moved("refreshd_http_responses_total", ["status": "422"]) == 1)
    #expect(moved("refreshd_received_bytes_total", [:]) > 300)
    #expect(moved("refreshd_sent_bytes_total", [:]) > 1_000)
    await person.leave()
  }

  @Test func `the loop's lag and a run's time come out as they are`() async throws {
    let source = "command:sleep 0.3; echo x"
    let server = try LiveServer(feeds: [
      FeedSettings(
        name: FeedName("main")!, title: "Slow", policy: .main, source: try .init(parsing: source))
    ])
    defer { server.stop() }
    #expect(try await server.ask("POST", "/feeds/main/refresh?wait=1").status == 200)
    _ = await server.look { _ in usleep(1_300_000) }
    try await eventually("the loop was late") {
      try server.metrics()["refreshd_loop_lag_seconds_sum"] ?? 0 > 0.2
    }
    let metrics = try server.metrics()
    #expect(metrics.faults == [])
    let sum = metrics["refreshd_run_duration_seconds_sum"] ?? 0
    #expect((0.3..<30).contains(sum))
    #expect(metrics["refreshd_run_duration_seconds_bucket", ["le": "0.25"]] == 0)
  }

  @Test func `ends and refusals are counted by why`() async throws {
    let server = try LiveServer.guarded { settings in
      settings.tunables.idle = 2_000
      settings.origins = []
    }
    defer { server.stop() }
    let idle = try await RawClient(server.live, token: Tokens.view)
    #expect(try await idle.close().code == 4002)
    let wrong = try await RawClient(server.live, token: Tokens.view)
    wrong.sendBinary([1])
    #expect(try await wrong.close().code == 4000)
    #expect(try await RawClient(server.live).close().code == 4001)
    #expect(try await RawClient(server.live, token: AccessToken.make()).close().code == 4001)
    #expect(try await RawClient(server.live, token: Tokens.append).close().code == 4003)
    _ = try server.handshake(origin: "http://elsewhere.example")
    _ = try server.handshake(host: "elsewhere.example")
    _ = try server.bare("GET /live", ["Connection: Upgrade", "Upgrade: websocket"])
    let metrics = try server.metrics(Tokens.admin)
    #expect(metrics.faults == [])
    #expect(metrics["refreshd_closes_total", ["code": "4002"]] == 1)
    #expect(metrics["refreshd_closes_total", ["code": "4000"]] == 1)
    for (reason, count) in [
      ("no-token", 1), ("wrong-token", 1), ("forbidden", 1), ("origin", 1), ("host", 1),
      ("upgrade-required", 1),
    ] {
      #expect(metrics["refreshd_handshakes_refused_total", ["reason": reason]] == Double(count), "\(reason)")
    }
  }

  @Test
  func `where there are tokens only an admin's opens the metrics, and shows no feed that it is not for`()
    throws
  {
    let footer = AccessToken.make()
    let both = AccessToken.make()
    let server = try LiveServer.guarded { settings in
      settings.tokens += [
        Tokens.known(footer, .admin, [FeedName("footer")!]), Tokens.known(both, .pull),
        Tokens.known(both, .append),
      ]
    }
    defer { server.stop() }
    let statuses = [
      (nil, 401), (AccessToken.make(), 401), (Tokens.view, 403), (Tokens.pull, 403), (Tokens.append, 403),
      (both, 403), (Tokens.admin, 200), (footer, 200),
    ]
    for (token, status) in statuses {
      let answer = try server.bare("GET /metrics", token.map(Tokens.bearer) ?? [])
      #expect(answer.status == status)
      if status != 200 { #expect(!answer.body.contains("refreshd_")) }
    }
    let all = try server.bare("GET /metrics", Tokens.bearer(Tokens.admin)).body
    #expect(all.contains(#"feed="main""#))
    let some = try server.bare("GET /metrics", Tokens.bearer(footer)).body
    #expect(some.contains(#"feed="footer""#))
    #expect(!some.contains("main"))
    #expect(!some.contains("overlay"))
  }
}
