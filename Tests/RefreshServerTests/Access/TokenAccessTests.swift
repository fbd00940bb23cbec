import Glibc
import RefreshClient
import RefreshWire
import Testing

@testable import RefreshServer

/// What a token opens at a live server, by HTTP and on the socket.
@Suite struct TokenAccessTests {
  private static let routes = [
    "GET /feeds/main", "GET /feeds/main/rows", "GET /feeds/main/runs", "POST /feeds/main/rows",
    "POST /feeds/main/refresh", "DELETE /feeds/main/run",
  ]

  private func ask(_ server: LiveServer, _ line: String, _ token: String?) throws -> BareRequest {
    try server.bare(line, token.map(Tokens.bearer) ?? [], body: line.hasPrefix("POST") ? "a row" : "")
  }

  @Test func `without tokens everybody may do everything, and whatever is shown is not looked at`() throws {
    let server = try LiveServer()
    defer { server.stop() }
    #expect(try ask(server, "GET /feeds", nil).status == 200)
    #expect(try ask(server, "POST /feeds/main/rows", "what").status == 201)
    #expect(try server.bare("POST /sign-in", body: "token=x").status == 404)
  }

  @Test func `without a token there is the page, whether the server lives, and nothing else`() throws {
    let server = try LiveServer.guarded()
    defer { server.stop() }
    for line in ["GET /", "GET /healthz", "GET /readyz", "GET /remote-refresh.js"] {
      #expect(try ask(server, line, nil).status == 200, "\(line)")
    }
    for line in Self.routes + ["GET /feeds", "GET /feeds/nothing", "GET /feeds/main/nothing"] {
      let answer = try ask(server, line, nil)
      #expect(answer.status == 401, "\(line)")
      #expect(answer.body.hasPrefix(#"{"error":{"code":"unauthorized","#), "\(line)")
      #expect(answer.header("www-authenticate") == #"Bearer realm="refreshd""#)
      #expect(answer.header("cache-control") == "no-store")
    }
    #expect(try ask(server, "GET /feeds/main", Tokens.admin).body.contains(#""head":5,"#))
  }

  @Test(arguments: [
    (Tokens.view, [200, 200, 200, 403, 403, 403]), (Tokens.pull, [200, 200, 200, 403, 202, 409]),
    (Tokens.append, [403, 403, 403, 201, 403, 403]), (Tokens.admin, [200, 200, 200, 201, 202, 409]),
    (Tokens.footer, [403, 403, 403, 403, 403, 403]), (AccessToken.make(), [401, 401, 401, 401, 401, 401]),
  ])
  func `a token opens by HTTP what its role allows`(token: String, statuses: [Int]) throws {
    let server = try LiveServer.guarded { settings in
      settings.feeds[0].policy.top?.minimumVisible = 0
      settings.feeds[0].workTime = 0
    }
    defer { server.stop() }
    for (line, status) in zip(Self.routes, statuses) {
      if line.hasPrefix("DELETE"), status == 409 {
        #expect(try ask(server, "POST /feeds/main/refresh?wait=1", token).status == 200)
      }
      let answer = try ask(server, line, token)
      #expect(answer.status == status, "\(line)")
      #expect(!answer.body.contains(token))
      if status == 403 { #expect(answer.body.hasPrefix(#"{"error":{"code":"forbidden","#), "\(line)") }
      if status == 401 {
        #expect(answer.header("www-authenticate")?.contains("invalid_token") == true, "\(line)")
      }
    }
  }

  @Test func `a token for one feed shows no other, not even whether it is there`() throws {
    let server = try LiveServer.guarded()
    defer { server.stop() }
    let list = try ask(server, "GET /feeds", Tokens.footer)
    #expect(list.body.contains(#""feed":"footer""#))
    #expect(!list.body.contains("main"))
    let there = try ask(server, "GET /feeds/main", Tokens.footer)
    let nowhere = try ask(server, "GET /feeds/none", Tokens.footer)
    #expect(there.status == 403)
    #expect(nowhere.status == 403)
    #expect(there.body.replacing("main", with: "none") == nowhere.body)
    #expect(try ask(server, "GET /feeds/footer/rows", Tokens.footer).status == 200)
    #expect(try ask(server, "GET /feeds/none", Tokens.view).status == 404)
  }

  // MARK: The socket

  @Test(arguments: [nil, "", "wrong", AccessToken.make()])
  func `without a right token the socket opens and is closed with 4001, so that a page can tell`(
    token: String?
  )
    async throws
  {
    let server = try LiveServer.guarded()
    defer { server.stop() }
    let raw = try await RawClient(server.live, token: token)
    raw.send(#"{"type":"subscribe","feed":"main"}"#)
    let end = try await raw.close()
    #expect(end.code == 4001)
    #expect(end.reason.contains("token"))
    if let token, !token.isEmpty { #expect(!end.reason.contains(token)) }
    #expect(raw.subprotocol == "refresh.v1")
  }

  @Test func `a page shows its token as a second subprotocol, a program in a header`() async throws {
    let server = try LiveServer.guarded()
    defer { server.stop() }
    let raw = try await RawClient(server.live, token: Tokens.view)
    _ = try await raw.hello()
    #expect(raw.subprotocol == "refresh.v1")
    let answer = try server.handshake(["Sec-WebSocket-Protocol: refresh.v1"] + Tokens.bearer(Tokens.view))
    #expect(answer.status == 101)
    #expect(answer.header("sec-websocket-protocol") == "refresh.v1")
    #expect(answer.body.contains(#""type":"hello""#))
    let wrong = try server.handshake(Tokens.bearer(AccessToken.make()))
    #expect(wrong.status == 101)
    #expect(wrong.body.hasSuffix("this server does not know that token"))
    #expect(!wrong.body.contains("hello"))
  }

  @Test func `a token that may only append is told so on the socket: 4003`() async throws {
    let server = try LiveServer.guarded()
    defer { server.stop() }
    let end = try await RawClient(server.live, token: Tokens.append).close()
    #expect(end.code == 4003)
    #expect(end.reason.contains("append"))
  }

  @Test func `who may view sees rows, history and others' pulls, and cannot pull, refresh or cancel`()
    async throws
  {
    let server = try LiveServer.guarded()
    defer { server.stop() }
    let raw = try await RawClient(server.live, token: Tokens.view)
    raw.send(#"{"type":"subscribe","feed":"main"}"#)
    try await raw.until { if case .rows(let rows) = $0, rows.first == 1 { true } else { nil } }
    raw.send(#"{"type":"history","feed":"main","before":4,"limit":2}"#)
    try await raw.until { if case .history(let page) = $0 { page.rows.count == 2 } else { nil } }
    let scroll = #""scroll":{"top":0,"height":1200,"view":600}"#
    for message in [
      #"{"type":"pointer","feed":"main","n":1,"phase":"down","id":1,"x":1,"y":1,\#(scroll)}"#,
      #"{"type":"refresh","feed":"main","key":"k"}"#, #"{"type":"cancel","feed":"main","run":1}"#,
    ] {
      raw.send(message)
      let error = try await raw.error()
      #expect(error.code == .forbidden)
      #expect(error.feed?.text == "main")
      #expect(error.message.contains("pull or admin"))
      #expect(error.n == (message.contains("pointer") ? 1 : nil))
      #expect(error.key == (message.contains("refresh") ? "k" : nil))
    }
    #expect(try ask(server, "GET /feeds/main/runs", Tokens.view).body == #"{"runs":[]}"#)
  }

  @Test func `a feed that a token is not for is forbidden, and the connection stays`() async throws {
    let server = try LiveServer.guarded()
    defer { server.stop() }
    let raw = try await RawClient(server.live, token: Tokens.footer)
    for feed in ["main", "none"] {
      raw.send(#"{"type":"subscribe","feed":"\#(feed)"}"#)
      let error = try await raw.error()
      #expect(error.code == .forbidden)
      #expect(error.feed?.text == feed)
    }
    raw.send(#"{"type":"subscribe","feed":"footer"}"#)
    try await raw.until { if case .subscribed(let answer) = $0 { answer.feed.text == "footer" } else { nil } }
    raw.send(#"{"type":"refresh","feed":"footer"}"#)
    try await raw.until { if case .reply(let reply) = $0 { reply.outcome == .started } else { nil } }
  }

  @Test func `the Swift client shows its token, and does not come back without one`() async throws {
    let server = try LiveServer.guarded()
    defer { server.stop() }
    var settings = ClientSettings()
    settings.token = Tokens.pull
    let client = RefreshClient(url: server.live, transport: Person.transport, settings: settings)
    client.start()
    var events = client.events.makeAsyncIterator()
    guard case .connected = await events.next() else { throw Silence(description: "not connected") }
    await client.stop()

    let stranger = RefreshClient(url: server.live, transport: Person.transport)
    stranger.start()
    var ends: [UInt16?] = []
    for await event in stranger.events {
      if case .disconnected(let end) = event {
        ends.append(end.code)
        #expect(end.comesBackAfter == nil)
      }
    }
    #expect(ends == [4001])
  }

  @Test func `after some different wrong tokens none of that address is looked at for a while`() async throws
  {
    let server = try LiveServer.guarded { $0.tunables.wrongTokens = 3 }
    defer { server.stop() }
    let wrong = AccessToken.make()
    for _ in 0..<10 { #expect(try ask(server, "GET /feeds", wrong).status == 401) }
    #expect(try ask(server, "GET /feeds", AccessToken.make()).status == 401)
    #expect(try ask(server, "GET /feeds", Tokens.view).status == 200)
    #expect(try ask(server, "GET /feeds", AccessToken.make()).status == 401)
    let answer = try ask(server, "GET /feeds", Tokens.view)
    #expect(answer.status == 429)
    #expect((1...60).contains(answer.header("retry-after").flatMap { Int($0) } ?? 0))
    #expect(try await RawClient(server.live, token: Tokens.view).close().code == 4100)
    #expect(try server.bare("POST /sign-in", [type], body: #"{"token":"\#(Tokens.view)"}"#).status == 429)
    #expect(try ask(server, "GET /feeds", nil).status == 401)
  }

  @Test func `the log says that an address is shut out, and until when, once`() throws {
    let program = try Program([
      "--listen", "127.0.0.1:0", "--db", LiveServer.temporaryFolder() + "/p.sqlite", "--wrong-tokens", "2",
      "--token", "view:sha256:" + String(repeating: "0", count: 64),
    ])
    let port = try program.ready()
    for status in [401, 401, 429, 429] {
      let answer = try BareRequest(
        port: port, "GET /feeds HTTP/1.1", ["Host: 127.0.0.1:\(port)"] + Tokens.bearer(AccessToken.make()))
      #expect(answer.status == status)
    }
    try program.complains(of: "127.0.0.1 is shut out until 2")
    #expect(program.complaints.components(separatedBy: "shut out").count == 2)
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }

  private let type = "Content-Type: application/json"
}
