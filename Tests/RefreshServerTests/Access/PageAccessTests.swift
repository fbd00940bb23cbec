import RefreshClientSockets
import Testing

@testable import RefreshServer

/// What a page in a browser can reach of a live server, from where it is.
@Suite struct PageAccessTests {
  private static let foreign = "https://page.example"

  private func server(allowing origins: [String] = []) throws -> LiveServer {
    try LiveServer { $0.origins = origins.map { WebOrigin($0)! } }
  }

  @Test func `the socket opens for the server's own page and for programs`() async throws {
    let server = try server()
    defer { server.stop() }
    #expect(try server.handshake(origin: "http://127.0.0.1:\(server.port)").status == 101)
    #expect(try server.handshake(origin: "https://127.0.0.1:\(server.port)").status == 101)
    #expect(try server.handshake().status == 101)
    #expect(try server.handshake(host: "localhost:9", origin: "http://localhost:9").status == 101)
  }

  @Test(arguments: [foreign, "http://localhost:8080", "null", "http://127.0.0.1:1"])
  func `the socket does not open for a page from elsewhere`(origin: String) throws {
    let server = try server()
    defer { server.stop() }
    let answer = try server.handshake(origin: origin)
    #expect(answer.status == 403)
    #expect(answer.body.hasPrefix(#"{"error":{"code":"origin","#))
    #expect(answer.body.contains("--origin \(origin)"))
  }

  @Test func `a listed page opens the socket, reads and writes`() throws {
    let server = try server(allowing: [Self.foreign])
    defer { server.stop() }
    let origin = "Origin: \(Self.foreign)"
    #expect(try server.handshake(origin: Self.foreign).status == 101)
    let read = try server.bare("GET /feeds/main/rows?tail=1", [origin])
    #expect(read.status == 200)
    #expect(read.header("access-control-allow-origin") == Self.foreign)
    #expect(read.header("vary") == "Origin")
    let write = try server.bare(
      "POST /feeds/main/rows", [origin, "Content-Type: text/plain"], body: "from elsewhere")
    #expect(write.status == 201)
    #expect(write.header("access-control-allow-origin") == Self.foreign)
    let error = try server.bare("GET /feeds/none", [origin])
    #expect(error.status == 404)
    #expect(error.header("access-control-allow-origin") == Self.foreign)
  }

  @Test func `a page from elsewhere reads nothing and changes nothing`() async throws {
    let server = try server(allowing: ["https://other.example"])
    defer { server.stop() }
    let origin = "Origin: \(Self.foreign)"
    for path in ["/feeds", "/feeds/main", "/feeds/main/rows?tail=5", "/feeds/main/runs", "/healthz"] {
      let answer = try server.bare("GET \(path)", [origin])
      #expect(answer.status == 200)
      #expect(answer.header("access-control-allow-origin") == nil, "\(path)")
      if path != "/healthz" { #expect(answer.header("vary") == "Origin", "\(path)") }
    }
    for (line, body) in [
      ("POST /feeds/main/rows", "intruder"), ("POST /feeds/main/refresh", ""), ("DELETE /feeds/main/run", ""),
      ("POST /", ""), ("PUT /feeds/main", ""),
    ] {
      let answer = try server.bare(line, [origin, "Content-Type: text/plain"], body: body)
      #expect(answer.status == 403, "\(line)")
      #expect(answer.body.hasPrefix(#"{"error":{"code":"origin","#), "\(line)")
    }
    let feed = try await server.get("/feeds/main")
    #expect(feed.integer("head") == 5)
    #expect((feed.json["state"] as? [String: Any])?["phase"] as? String == "idle")
  }

  @Test func `the server's own page and programs write`() throws {
    let server = try server()
    defer { server.stop() }
    let own = ["Origin: http://127.0.0.1:\(server.port)"]
    #expect(try server.bare("POST /feeds/main/rows", own, body: "a").status == 201)
    #expect(try server.bare("POST /feeds/main/rows", body: "b").status == 201)
  }

  @Test func `a listed page may read what an answer's fields tell`() throws {
    let server = try server(allowing: [Self.foreign])
    defer { server.stop() }
    let told = "access-control-expose-headers"
    let origin = ["Origin: \(Self.foreign)"]
    for line in ["GET /feeds/main", "GET /feeds/none", "POST /feeds/main/rows"] {
      #expect(
        try server.bare(line, origin, body: line.hasPrefix("P") ? "x" : "").header(told)
          == "Idempotent-Replayed, Retry-After, WWW-Authenticate, X-Request-Id", "\(line)")
    }
    #expect(try server.bare("GET /feeds/main", ["Origin: https://evil.example"]).header(told) == nil)
    #expect(try server.bare("GET /feeds/main").header(told) == nil)
  }

  @Test func `a browser that asks first is told what a listed page may do`() throws {
    let server = try server(allowing: [Self.foreign])
    defer { server.stop() }
    let question = ["Access-Control-Request-Method: POST", "Access-Control-Request-Headers: idempotency-key"]
    let answer = try server.bare("OPTIONS /feeds/main/rows", question + ["Origin: \(Self.foreign)"])
    #expect(answer.status == 204)
    #expect(answer.header("access-control-allow-origin") == Self.foreign)
    #expect(answer.header("access-control-allow-methods") == "GET, HEAD, POST, DELETE")
    #expect(
      answer.header("access-control-allow-headers")
        == "Content-Type, Idempotency-Key, Authorization, Last-Event-ID")
    #expect(answer.header("vary") == "Origin")
    let refused = try server.bare("OPTIONS /feeds/main/rows", question + ["Origin: https://evil.example"])
    #expect(refused.status == 403)
    #expect(refused.header("access-control-allow-origin") == nil)
    #expect(try server.bare("OPTIONS /feeds/main/rows").status == 405)
  }

  @Test func `a name that someone else pointed here reaches nothing`() async throws {
    let server = try server()
    defer { server.stop() }
    let name = "rebound.example:\(server.port)"
    for line in ["GET /", "GET /feeds/main/rows", "GET /healthz", "POST /feeds/main/rows", "OPTIONS /feeds"] {
      let answer = try server.bare(line, host: name)
      #expect(answer.status == 421, "\(line)")
      #expect(answer.body.hasPrefix(#"{"error":{"code":"host","#), "\(line)")
      #expect(answer.body.contains("--origin http://\(name)"), "\(line)")
    }
    #expect(try server.handshake(host: name, origin: "http://\(name)").status == 421)
    #expect(try server.bare("GET /feeds", host: "").status == 400)
    #expect(try await server.get("/feeds/main").integer("head") == 5)
  }

  @Test func `a name in the list is the server's, whichever the port`() throws {
    let server = try server(allowing: ["https://room.example"])
    defer { server.stop() }
    for host in ["room.example", "room.example:\(server.port)"] {
      #expect(try server.bare("GET /", host: host).status == 200)
      #expect(try server.handshake(host: host, origin: "http://\(host)").status == 101)
    }
  }

  @Test func `a proxy that puts its own Host works once the page's origin is listed`() throws {
    let server = try server(allowing: ["https://room.example"])
    defer { server.stop() }
    #expect(try server.handshake(origin: "https://room.example").status == 101)
    let other = try self.server()
    defer { other.stop() }
    #expect(try other.handshake(origin: "https://room.example").status == 403)
  }

  @Test func `every answer forbids to guess its type and to tell where it was`() throws {
    let server = try server()
    defer { server.stop() }
    for line in ["GET /", "GET /nothing", "GET /feeds", "POST /", "GET /%zz", "BAD\u{1} /"] {
      let answer = try server.bare(line)
      #expect(answer.header("x-content-type-options") == "nosniff", "\(line)")
      #expect(answer.header("referrer-policy") == "no-referrer", "\(line)")
    }
    let refused = try server.handshake(origin: "null")
    #expect(refused.header("x-content-type-options") == "nosniff")
  }
}
