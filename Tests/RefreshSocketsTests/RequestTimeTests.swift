import Glibc
import RefreshSockets
import Testing

/// How long requests and the waits between them may take.
@Suite struct RequestTimeTests {
  private func echo(_ settings: SocketSettings) throws -> TestServer {
    try TestServer(settings: settings) { owner in
      owner.onRequest = { $0.respond(status: 200, body: $0.body) }
    }
  }

  private static let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n"

  @Test func `a connection without a byte of a request may wait longer than a request may take`() throws {
    var settings = SocketSettings()
    settings.requestTime = 200
    settings.keepAlive = 60_000
    let server = try echo(settings)
    defer { server.stop() }
    let early = try #require(RawClient(server.port))
    let kept = try #require(RawClient(server.port))
    #expect(kept.ask("GET /")?.status == 200)
    // A request that is too slow, begun after both, shows that its time is up, and so theirs would be.
    for _ in 0..<2 {
      let slow = try #require(RawClient(server.port))
      slow.send("GET / HT")
      #expect(slow.answer()?.status == 408)
    }
    #expect(early.ask("GET /")?.status == 200)
    #expect(kept.ask("GET /")?.status == 200)
  }

  @Test func `a request has its whole time from its first byte, however long the connection waited`() throws {
    var settings = SocketSettings()
    settings.requestTime = 60_000
    settings.keepAlive = 2_000
    let server = try echo(settings)
    defer { server.stop() }
    let clients = try (0..<2).map { _ in try #require(RawClient(server.port)) }
    #expect(clients[1].ask("GET /")?.status == 200)
    for client in clients {
      client.send(Self.head + "Expect: 100-continue\r\n\r\n")
      #expect(client.take(through: "\r\n\r\n")?.contains("100 Continue") == true)
      client.send("ab")
    }
    // Two connections that wait one after the other show that the time of waiting is up.
    for _ in 0..<2 {
      let idle = try #require(RawClient(server.port))
      #expect(idle.takeAll() == [])
      #expect(idle.hasEnded)
    }
    for client in clients {
      client.send("cd")
      #expect(client.answer()?.body == "abcd")
    }
  }

  /// The answer that comes while a byte is sent at a time, each well before a wait would be over.
  private func drip(_ client: RawClient, _ bytes: [UInt8]) -> Answer? {
    var polled = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
    for _ in 0..<2_000 {
      guard client.send(bytes), poll(&polled, 1, 5) == 0 else { return client.answer() }
    }
    return nil
  }

  @Test func `a head or a body that comes byte by byte has no more time than any other`() throws {
    var settings = SocketSettings()
    settings.requestTime = 300
    let server = try echo(settings)
    defer { server.stop() }
    let head = try #require(RawClient(server.port))
    head.send("GET / HTTP/1.1\r\nX-Slow: ")
    #expect(drip(head, [0x61])?.status == 408)
    let body = try #require(RawClient(server.port))
    body.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
    #expect(drip(body, [0x61])?.status == 408)
    let chunked = try #require(RawClient(server.port))
    chunked.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    #expect(drip(chunked, Array("1\r\na\r\n".utf8))?.status == 408)
  }

  @Test func `a request that comes in part behind another has its own time`() throws {
    var settings = SocketSettings()
    settings.requestTime = 200
    settings.keepAlive = 60_000
    let server = try echo(settings)
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT")
    #expect(client.answer()?.status == 200)
    #expect(client.answer()?.status == 408)
  }

  @Test func `a request that has come in part when the server stops is answered 503`() throws {
    let server = try echo(SocketSettings())
    let clients = try (0..<2).map { _ in try #require(RawClient(server.port)) }
    clients[0].send("GET / HT")
    clients[1].send(Self.head + "Expect: 100-continue\r\n\r\n")
    #expect(clients[1].take(through: "\r\n\r\n")?.contains("100 Continue") == true)
    clients[1].send("ab")
    // A request on a third connection, which came later, has been read: so have these.
    #expect(RawClient(server.port)?.ask("GET /")?.status == 200)
    server.stop()
    for client in clients {
      let answer = try #require(client.answer())
      #expect(answer.status == 503)
      #expect(answer.header("connection") == "close")
      #expect(answer.body.contains(#""code":"draining""#))
    }
  }
}
