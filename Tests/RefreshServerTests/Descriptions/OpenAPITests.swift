import Foundation
import RefreshEngine
import RefreshWire
import TestSupport
import Testing

@testable import RefreshServer

/// `openapi.json` says what the server does, no less and no more.
@Suite struct OpenAPITests {
  /// Every kind of answer is asked for, and each must be as it is described.
  @Test func `every answer is as described, and every described answer is given`() async throws {
    let book = try AnswerBook()
    let server = try LiveServer { settings in
      settings.feeds[0].workTime = 0
      settings.feeds[0].order = .newestFirst
      settings.feeds[0].policy.top?.minimumVisible = 0
      settings.feeds[1].policy.top?.cooldown = 600_000
      settings.feeds[1].policy.top?.minimumVisible = 0
      settings.feeds[1].workTime = 0
      settings.feeds[2].workTime = 60_000
      settings.feeds[3].workTime = 0
      settings.feeds[3].schedule = Schedule(every: 3_600_000)
      settings.tunables.keepRows = 50
      settings.tunables.wait = 300
    }
    try await readFeeds(server, book)
    try append(server, book)
    try await refresh(server, book)
    try follow(server, book)
    try book.ask(server, "POST", "/sign-in", expect: 404)
    try book.ask(server, "DELETE", "/sign-in", expect: 204)
    try book.ask(
      server, "POST", "/sign-out", ["Content-Type: application/x-www-form-urlencoded"], expect: 303)
    for method in ["GET", "HEAD"] {
      for path in ["/healthz", "/readyz", "/metrics"] { try book.ask(server, method, path, expect: 200) }
      try book.ask(server, method, "/metrics", host: "elsewhere.example", expect: 421)
    }
    try book.ask(server, "GET", "/live", expect: 426)
    try book.ask(server, "GET", "/live", BareSocket.upgrade, expect: 101)
    let wrong = BareSocket.upgrade + ["Sec-WebSocket-Protocol: other"]
    try book.ask(server, "GET", "/live", wrong, expect: 400)
    server.stop()
    try guarded(book)
    try full(book)
    try withoutSpace(book)
    #expect(book.faults == [])
    #expect(book.missing == [])
  }

  private func readFeeds(_ server: LiveServer, _ book: AnswerBook) async throws {
    for method in ["GET", "HEAD"] {
      for path in ["", "/rows", "/runs", "/rows?tail=2", "/rows?after_seq=3&limit=1"] {
        try book.ask(server, method, "/feeds/main\(path)", expect: 200)
        try book.ask(server, method, "/feeds/none\(path)", expect: 404)
      }
      try book.ask(server, method, "/feeds", expect: 200)
      try book.ask(server, method, "/feeds/main/rows?after_seq=9", expect: 410)
      try book.ask(server, method, "/feeds/main/rows?after=x", expect: 410)
      try book.ask(server, method, "/feeds/main/rows?limit=0", expect: 400)
      try book.ask(server, method, "/feeds/main/rows?tail=1&limit=1", expect: 400)
      try book.ask(server, method, "/feeds/main/runs?limit=x", expect: 400)
      try book.ask(server, method, "/feeds/main/events?tail=x", expect: 400)
      try book.ask(server, method, "/feeds/none/events", expect: 404)
    }
    // Once its first refresh has ended, the feed with a schedule says when the next one begins.
    try await eventually("the next refresh is known") {
      try server.bare("GET /feeds/header").body.contains("nextRefresh")
    }
    for path in ["/feeds", "/feeds/header"] { try book.ask(server, "GET", path, expect: 200) }
  }

  private func append(_ server: LiveServer, _ book: AnswerBook) throws {
    let path = "/feeds/main/rows"
    let json = ["Content-Type: application/json"]
    try book.ask(server, "POST", path, body: "one\ntwo", expect: 201)
    try book.ask(
      server, "POST", path, json + ["Idempotency-Key: k"], body: #"{"rows":["three"]}"#, expect: 201)
    try book.ask(server, "POST", path, ["Idempotency-Key: k"], body: "three", expect: 201)
    try book.ask(server, "POST", path, ["Idempotency-Key: k"], body: "four", expect: 422)
    try book.ask(server, "POST", path, json, body: #"{"rows":[1]}"#, expect: 400)
    try book.ask(server, "POST", path, json, body: "{", expect: 400)
    try book.ask(server, "POST", path, ["Content-Type: image/png"], body: "x", expect: 415)
    try book.ask(server, "POST", path, body: String(repeating: "x", count: 8_193), expect: 413)
    try book.ask(server, "POST", "/feeds/none/rows", body: "x", expect: 404)
    try book.ask(server, "POST", path, ["Origin: http://elsewhere.example"], body: "x", expect: 403)
  }

  private func refresh(_ server: LiveServer, _ book: AnswerBook) async throws {
    try book.ask(server, "POST", "/feeds/main/refresh?wait=1&name=A", expect: 200)
    try book.ask(server, "POST", "/feeds/main/refresh", ["Idempotency-Key: r"], expect: 202)
    try book.ask(server, "POST", "/feeds/main/refresh?edge=left", expect: 400)
    try book.ask(server, "POST", "/feeds/main/refresh?wait=yes", expect: 400)
    try book.ask(server, "POST", "/feeds/overlay/refresh?edge=bottom", expect: 422)
    try book.ask(server, "POST", "/feeds/overlay/refresh?wait=1", expect: 200)
    try book.ask(server, "POST", "/feeds/none/refresh", expect: 404)
    // As long as the run settles, the next one would wait for the cooldown in the queue.
    try await eventually("the run has settled") {
      try !server.bare("GET /feeds/overlay").body.contains("settling")
    }
    try book.ask(server, "POST", "/feeds/overlay/refresh", expect: 429)
    try book.ask(server, "DELETE", "/feeds/footer/run", expect: 409)
    try book.ask(server, "POST", "/feeds/footer/refresh?wait=1", expect: 202)
    try book.ask(server, "GET", "/feeds/footer", expect: 200)
    try book.ask(server, "DELETE", "/feeds/footer/run", expect: 200)
    try book.ask(server, "DELETE", "/feeds/none/run", expect: 404)
    for feed in ["main", "footer"] { try book.ask(server, "GET", "/feeds/\(feed)/runs", expect: 200) }
  }

  private func follow(_ server: LiveServer, _ book: AnswerBook) throws {
    try book.ask(server, "HEAD", "/feeds/main/events", expect: 200)
    let reader = try EventReader(port: server.port)
    book.note("GET", "/feeds/main/events", reader.status)
    for _ in 0..<4 { book.check(try #require(try reader.next())) }
    // Its run's rows come before the state that tells of the run.
    #expect(book.events == ["reset", "feed", "rows", "state"])
  }

  /// What a server with tokens answers.
  private func guarded(_ book: AnswerBook) throws {
    let server = try LiveServer.guarded { $0.tunables.wrongTokens = 3 }
    defer { server.stop() }
    let json = ["Content-Type: application/json"]
    let right = #"{"token":"\#(Tokens.view)"}"#
    try book.ask(server, "POST", "/sign-in", json, body: right, expect: 204)
    let form = ["Content-Type: application/x-www-form-urlencoded"]
    try book.ask(server, "POST", "/sign-in", form, body: "token=\(Tokens.view)", expect: 303)
    try book.ask(server, "POST", "/sign-in", json, body: "{}", expect: 400)
    try book.ask(server, "POST", "/sign-in", ["Content-Type: image/png"], body: "x", expect: 415)
    try book.ask(server, "POST", "/sign-out", expect: 204)
    try book.ask(server, "DELETE", "/sign-in", form, expect: 303)
    for operation in book.operations where operation.isGuarded {
      let path = operation.path.replacing("{feed}", with: "main")
      try book.ask(server, operation.method, path, expect: 401)
      // What appends may not read, and what only watches may not write.
      let reads = operation.method == "GET" || operation.method == "HEAD"
      let token = reads ? Tokens.append : Tokens.view
      if path != "/feeds" {
        try book.ask(server, operation.method, path, Tokens.bearer(token), expect: 403)
      }
    }
    let elsewhere = ["Origin: http://elsewhere.example"]
    for (method, path) in [("POST", "/sign-in"), ("DELETE", "/sign-in"), ("POST", "/sign-out")] {
      try book.ask(server, method, path, elsewhere, expect: 403)
    }
    try book.ask(server, "GET", "/live", BareSocket.upgrade + elsewhere, expect: 403)
    for _ in 0..<3 {
      try book.ask(
        server, "POST", "/sign-in", json, body: #"{"token":"\#(AccessToken.make())"}"#, expect: 401)
    }
    try book.ask(server, "POST", "/sign-in", json, body: right, expect: 429)
  }

  /// What one answers who has no room.
  private func full(_ book: AnswerBook) throws {
    let server = try LiveServer { $0.tunables.connections = 1 }
    defer { server.stop() }
    let held = try HeldSocket(port: server.port)
    try held.send("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    try held.read(until: "alive")
    try book.ask(server, "GET", "/feeds", expect: 503)
    withExtendedLifetime(held) {}
  }

  /// What one answers whose disk is full.
  private func withoutSpace(_ book: AnswerBook) throws {
    let folder = TemporaryFolder()
    let program = try Program(["--listen", "127.0.0.1:0", "--db", folder.path + "/full.sqlite"])
    let port = try program.ready()
    try program.limitFiles(to: "400000")
    let rows = [String](repeating: String(repeating: "x", count: 8_000), count: 100).joined(separator: "\n")
    try book.ask(port: port, "POST", "/feeds/main/rows", body: rows, expect: 507)
    program.send(SIGKILL)
    program.wait()
  }

  @Test func `every route is described, and nothing that is none`() throws {
    let book = try AnswerBook()
    let described = Set(book.operations.map { "\($0.method) \($0.path)" })
    let routes = Route.allCases.flatMap { route in route.methods.map { "\($0) /\(route.rawValue)" } }
    let parts = FeedRoute.allCases.flatMap { part in
      part.methods.map { "\($0) /feeds/{feed}\(part.rawValue.isEmpty ? "" : "/")\(part.rawValue)" }
    }
    #expect(described == Set(routes + parts))
    let server = try LiveServer()
    defer { server.stop() }
    for path in Set(book.operations.map(\.path)) {
      let there = book.operations.filter { $0.path == path }.map(\.method)
      for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
      where !there.contains(method) {
        let answer = try server.bare("\(method) \(path.replacing("{feed}", with: "main"))")
        #expect(answer.status == 405, "\(method) \(path)")
        #expect(Set(answer.header("allow")?.split(separator: ", ").map(String.init) ?? []) == Set(there))
      }
    }
  }
}
