import RefreshWire
import Testing

@testable import RefreshServer

/// How a browser signs in at a live server, and out again.
@Suite struct SignInAccessTests {
  private static let json = "Content-Type: application/json"

  private func signIn(_ server: LiveServer, _ token: String, _ more: [String] = []) throws -> BareRequest {
    try server.bare("POST /sign-in", [Self.json] + more, body: #"{"token":"\#(token)"}"#)
  }

  /// The field that a browser sends from then on.
  private func cookie(_ answer: BareRequest) throws -> String {
    let field = try #require(answer.header("set-cookie"))
    return "Cookie: other=1; \(field.prefix { $0 != ";" })"
  }

  @Test func `a right token is exchanged for a cookie that opens what the token does`() throws {
    let server = try LiveServer.guarded()
    defer { server.stop() }
    let answer = try signIn(server, Tokens.pull)
    #expect(answer.status == 204)
    #expect(answer.header("cache-control") == "no-store")
    let field = try #require(answer.header("set-cookie"))
    #expect(field.hasSuffix("; Max-Age=2592000; HttpOnly; SameSite=Strict"))
    #expect(!field.contains(Tokens.pull))
    let cookie = try cookie(answer)
    #expect(try server.bare("GET /feeds/main/rows", [cookie]).status == 200)
    #expect(try server.bare("POST /feeds/main/refresh", [cookie]).status == 202)
    #expect(try server.bare("POST /feeds/main/rows", [cookie], body: "x").status == 403)
    #expect(try server.handshake([cookie]).body.contains("hello"))
    #expect(try server.bare("GET /feeds/main/rows", [String(cookie.dropLast())]).status == 401)
  }

  @Test(arguments: [
    (["Origin: https://room.example"], true), (["X-Forwarded-Proto: https"], true),
    (["X-Forwarded-Proto: http", "Origin: http://room.example"], false), ([], false),
  ])
  func `a browser that came by https sends the cookie by https only`(fields: [String], isSecure: Bool) throws
  {
    let server = try LiveServer.guarded {
      $0.origins = [WebOrigin("https://room.example")!, WebOrigin("http://room.example")!]
    }
    defer { server.stop() }
    let field = try signIn(server, Tokens.view, fields).header("set-cookie")
    #expect(field?.hasSuffix("; Secure") == isSecure)
  }

  @Test func `a form works too, and leads back to the page`() throws {
    let server = try LiveServer.guarded()
    defer { server.stop() }
    let answer = try server.bare(
      "POST /sign-in", ["Content-Type: application/x-www-form-urlencoded"],
      body: "a=b&token=\(Tokens.view)&c=d")
    #expect(answer.status == 303)
    #expect(answer.header("location") == "./")
    #expect(try server.bare("GET /feeds", [cookie(answer)]).status == 200)
  }

  @Test(arguments: [
    (json, "", 400), (json, "{}", 400), (json, #"{"token":1}"#, 400), (json, "[", 400),
    ("Content-Type: application/x-www-form-urlencoded", "name=x", 400),
    ("Content-Type: text/plain", "x", 415),
    (json, #"{"token":"rt_wrong_wrong_wrong_wrong"}"#, 401), (json, #"{"token":""}"#, 401),
  ])
  func `what is no right token gets no cookie, and is not repeated`(type: String, body: String, status: Int)
    throws
  {
    let server = try LiveServer.guarded()
    defer { server.stop() }
    let answer = try server.bare("POST /sign-in", [type], body: body)
    #expect(answer.status == status)
    #expect(answer.header("set-cookie") == nil)
    #expect(!answer.body.contains("rt_wrong"))
  }

  @Test func `a page from elsewhere signs nobody in`() throws {
    let server = try LiveServer.guarded()
    defer { server.stop() }
    let answer = try signIn(server, Tokens.view, ["Origin: https://evil.example"])
    #expect(answer.status == 403)
    #expect(answer.header("set-cookie") == nil)
  }

  @Test(arguments: ["POST /sign-out", "DELETE /sign-in"])
  func `who signs out takes along the sockets that the cookie opened, and the cookie counts no more`(
    line: String
  )
    async throws
  {
    let server = try LiveServer.guarded()
    defer { server.stop() }
    let cookie = try cookie(signIn(server, Tokens.pull))
    let other = try self.cookie(signIn(server, Tokens.pull))
    let page = try server.open([cookie])
    try page.read(until: "hello")
    let program = try await RawClient(server.live, token: Tokens.pull)
    _ = try await program.hello()
    let answer = try server.bare(line, [cookie])
    #expect(answer.status == 204)
    #expect(answer.header("set-cookie")?.contains("=; Max-Age=0; ") == true)
    try page.read(until: "signed out")
    #expect(try server.bare("GET /feeds", [cookie]).status == 401)
    #expect(try server.bare("GET /feeds", [other]).status == 200)
    program.send(#"{"type":"ping"}"#)
    try await program.until { if case .pong = $0 { true } else { nil } }
    #expect(try server.bare(line).status == 204)
  }

  @Test func `a sign-in ends with its time, for open sockets too, and outlives a restart until then`()
    async throws
  {
    let database = LiveServer.temporaryFolder() + "/test.sqlite"
    let change = { (settings: inout Settings) in
      settings.database = database
      settings.tunables.signIn = 6_000
      settings.tunables.heartbeat = 100
    }
    let first = try LiveServer.guarded(change)
    let cookie = try cookie(signIn(first, Tokens.view))
    first.stop()
    let server = try LiveServer.guarded(change)
    defer { server.stop() }
    #expect(try server.bare("GET /feeds", [cookie]).status == 200)
    let page = try server.open([cookie])
    try page.read(until: "the sign-in is over: sign in again")
    #expect(page.received.contains("hello"))
    #expect(try server.bare("GET /feeds", [cookie]).status == 401)
  }
}
