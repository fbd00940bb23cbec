import RefreshSockets
import Testing

/// When and how answers go out.
@Suite struct HTTPAnswerTests {
  @Test func `an answer given later reaches the peer, and its going away is told`() throws {
    let kept = Mailbox<Bool>()
    nonisolated(unsafe) var waiting: HTTPExchange?
    let server = try TestServer { owner in
      owner.onRequest = { exchange in
        waiting = exchange
        exchange.onClose = { kept.put(true) }
      }
    }
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    client.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(server.heard.take() == .request("GET", "/wait"))
    server.onLoop { waiting?.respond(status: 202, body: Array("later".utf8)) }
    #expect(client.answer()?.body == "later")
    #expect(kept.take() == true)

    client.send("GET /gone HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(server.heard.take() == .request("GET", "/gone"))
    client.reset()
    #expect(kept.take() == true)
    server.onLoop {
      waiting?.respond(status: 200)
      waiting = nil
    }
  }

  @Test func `a large answer arrives whole, also to a slow reader`() throws {
    let body = [UInt8]((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 % 251) })
    let server = try TestServer { owner in
      owner.onRequest = { $0.respond(status: 200, body: body) }
    }
    defer { server.stop() }
    let client = try #require(RawClient("127.0.0.1", server.port, receiveBuffer: 8_192))
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n")
    for _ in 0..<2 {
      #expect(client.take(through: "\r\n\r\n")?.contains("Content-Length: 3000000") == true)
      #expect(client.take(3_000_000) == body)
    }
  }

  @Test func `a request is handled when the answer before it has gone out, not earlier`() throws {
    let body = [UInt8](repeating: 0x61, count: 12_000_000)
    let server = try TestServer { owner in
      owner.onRequest = { $0.respond(status: 200, body: body) }
    }
    defer { server.stop() }
    let client = try #require(RawClient("127.0.0.1", server.port, receiveBuffer: 8_192))
    let texts = (0..<5).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }
    client.send(texts.joined())
    #expect(server.heard.take() == .request("GET", "/0"))
    for _ in 0..<5 { server.onLoop {} }
    #expect(server.heard.count == 0)
    for number in 0..<5 {
      if number > 0 { #expect(server.heard.take() == .request("GET", "/\(number)")) }
      #expect(client.answer()?.body.utf8.count == body.count)
    }
  }

  @Test func `a streaming answer goes out in parts and ends with its reader`() throws {
    let closed = Mailbox<Bool>()
    nonisolated(unsafe) var stream: HTTPExchange?
    let server = try TestServer { owner in
      owner.onRequest = { exchange in
        stream = exchange
        exchange.onClose = { closed.put(true) }
        exchange.begin(status: 200, headers: [HTTPHeader("Content-Type", "text/event-stream")])
        exchange.write(Array("one\n".utf8))
      }
    }
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(client.take(through: "one\n") != nil)
    server.onLoop {
      stream?.write(Array("two\n".utf8))
      stream?.end()
    }
    #expect(client.take(through: "0\r\n\r\n")?.contains("two\n") == true)
    #expect(closed.take() == true)
    client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(client.take(through: "one\n") != nil)
    client.endSending()
    #expect(closed.take() == true)
    server.onLoop { stream = nil }
  }
}
