import RefreshSockets
import Testing

@Suite struct HTTPTests {
  /// Answers with what it was asked.
  private func echo(_ settings: SocketSettings = .init()) throws -> TestServer {
    try TestServer(settings: settings) { owner in
      owner.onRequest = { exchange in
        let query = exchange.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let text =
          "\(exchange.method) \(exchange.path) [\(query)] " + String(decoding: exchange.body, as: UTF8.self)
        exchange.respond(
          status: 200, headers: [HTTPHeader("Content-Type", "text/plain")], body: Array(text.utf8))
      }
    }
  }

  @Test func `requests of every kind follow each other on one connection`() throws {
    let server = try echo()
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    #expect(client.ask("GET /feeds/main?after=a%20b+c&x")?.body == "GET /feeds/main [after=a b c&x=] ")
    #expect(client.ask("POST /r", ["Content-Length: 3"], body: "a\nb")?.body == "POST /r [] a\nb")
    #expect(client.ask("POST /empty")?.body == "POST /empty [] ")
    #expect(client.ask("DELETE /run")?.body == "DELETE /run [] ")
    let chunks = "2;x=y\r\nab\r\n3\r\ncde\r\n0\r\nT: x\r\n\r\n"
    #expect(client.ask("PUT /c", ["Transfer-Encoding: chunked"], body: chunks)?.body == "PUT /c [] abcde")
    let head = try #require(client.ask("HEAD /h", hasBody: false))
    #expect(head.header("content-length") == "\("HEAD /h [] ".utf8.count)")
    #expect(client.ask("GET /caf%C3%A9")?.body == "GET /café [] ")
    let last = try #require(client.ask("GET /last", ["Connection: close"]))
    #expect(last.header("connection") == "close")
    #expect(client.takeAll() == [])
    #expect(client.hasEnded)
  }

  @Test func `requests sent in one go, or byte by byte, are answered in order`() throws {
    let server = try echo()
    defer { server.stop() }
    let requests =
      "GET /1 HTTP/1.1\r\nHost: x\r\n\r\nPOST /2 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhiGET /3 HTTP/1.1\r\nHost: x\r\n\r\n"
    let joined = try #require(RawClient(server.port))
    joined.send(requests)
    #expect((0..<3).map { _ in joined.answer()?.body } == ["GET /1 [] ", "POST /2 [] hi", "GET /3 [] "])
    let split = try #require(RawClient(server.port))
    for byte in requests.utf8 { split.send([byte]) }
    #expect((0..<3).map { _ in split.answer()?.body } == ["GET /1 [] ", "POST /2 [] hi", "GET /3 [] "])
  }

  @Test(arguments: [
    ("GET /../etc/passwd", 400), ("GET /a/../b", 400), ("GET /%2e%2e/etc", 400), ("GET /a/%2E./b", 400),
    ("GET /./a", 400), ("GET /a%2fb", 400), ("GET /a%00b", 400), ("GET /a%0ab", 400), ("GET /a\\b", 400),
    ("GET /a%5cb", 400), ("GET etc/passwd", 400), ("GET http://x/", 400), ("GET *", 400), ("GET /a#b", 400),
    ("GET /%zz", 400), ("GET /%ff", 400), ("GET /a b", 400), ("G@T /", 400), ("", 400), ("/", 400),
  ])
  func `a target that could lead elsewhere is refused`(line: String, status: Int) throws {
    let server = try echo()
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    client.send("\(line) HTTP/1.1\r\nHost: x\r\n\r\n")
    let answer = try #require(client.answer())
    #expect(answer.status == status)
    #expect(answer.body.hasPrefix(#"{"error":{"code":"#))
    #expect(server.heard.count == 0)
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    ("GET / HTTP/1.1\nHost: a\n\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\u{0}b\r\n\r\n", 400),
    ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505), ("GET /\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nIdempotency-Key: a\r\nidempotency-key: a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Type: c/d\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\na", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\na", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffff\r\n", 413),
  ])
  func `what two readers could understand differently is refused`(text: String, status: Int) throws {
    let server = try echo()
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    client.send(text)
    #expect(client.answer()?.status == status)
    #expect(client.takeAll() == [])
    #expect(server.heard.count == 0)
  }

  @Test func `endless heads, long targets, many fields and slow requests have bounds`() throws {
    let server = try echo()
    defer { server.stop() }
    let long = try #require(RawClient(server.port))
    long.send("GET /" + String(repeating: "a", count: 20_000))
    #expect(long.answer()?.status == 414)
    let wide = try #require(RawClient(server.port))
    wide.send("GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 20_000))
    #expect(wide.answer()?.status == 431)
    let many = try #require(RawClient(server.port))
    many.send("GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 200))
    #expect(many.answer()?.status == 431)

    var settings = SocketSettings()
    settings.requestTime = 300
    settings.keepAlive = 2_000
    let impatient = try echo(settings)
    defer { impatient.stop() }
    let slow = try #require(RawClient(impatient.port))
    slow.send("GET / HT")
    #expect(slow.answer()?.status == 408)
    let idle = try #require(RawClient(impatient.port))
    #expect(idle.ask("GET /")?.status == 200)
    #expect(idle.takeAll() == [])
    #expect(idle.hasEnded)
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: x\r\nX: ", 431), ("GET / HTTP/1.1\r\nHost: ", 431), ("GET /", 414),
    ("GET /?", 414),
  ])
  func `a line of a head that goes on and on is answered in words, and ends the connection`(
    begin: String, status: Int
  ) throws {
    let server = try echo()
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    client.send(begin)
    let part = [UInt8](repeating: 0x61, count: 1 << 20)
    for _ in 0..<8 { client.send(part) }
    client.endSending()
    let answer = try #require(client.answer())
    #expect(answer.status == status)
    #expect(answer.body.contains("bytes"))
    #expect(client.takeAll() == [])
    #expect(client.hasEnded)
    #expect(server.heard.count == 0)
  }

  @Test func `a body that is too long is answered 413, also while it is still being sent`() throws {
    let server = try echo()
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n")
    for _ in 0..<30 { client.send([UInt8](repeating: 0x61, count: 10_000)) }
    #expect(client.answer()?.status == 413)
  }

  @Test func `a client that waits for leave to send its body gets it`() throws {
    let server = try echo()
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    client.send("POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
    #expect(client.take(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    client.send("hi")
    #expect(client.answer()?.body == "POST /b [] hi")
  }

  @Test func `a request to be upgraded to anything else is an ordinary one`() throws {
    let server = try echo()
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    let fields = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk"]
    #expect(client.ask("GET /healthz", fields)?.body == "GET /healthz [] ")
  }
}
