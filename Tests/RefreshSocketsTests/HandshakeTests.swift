import RefreshSockets
import Testing

@Suite struct HandshakeTests {
  @Test func `a handshake with the subprotocol is answered with it`() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    let answer = try #require(client.handshake(subprotocol: "other, refresh.v1"))
    #expect(answer.status == 101)
    #expect(answer.header("sec-websocket-accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    #expect(answer.header("sec-websocket-protocol") == "refresh.v1")
    #expect(server.heard.take() == .opened(1))
  }

  @Test func `a handshake without a subprotocol is served without one`() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    let answer = try #require(client.handshake(subprotocol: nil))
    #expect(answer.status == 101)
    #expect(answer.header("sec-websocket-protocol") == nil)
  }

  @Test func `only other subprotocols are refused`() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    #expect(client.handshake(subprotocol: "refresh.v2, chat")?.status == 400)
  }

  @Test(arguments: ["12", "8", "", "13, 8", "abc"])
  func `another version is refused with the one that is spoken`(version: String) throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    let answer = try #require(client.handshake(version: version))
    #expect(answer.status == 426)
    #expect(answer.header("sec-websocket-version") == "13")
  }

  @Test func `only GET on the one path is upgraded`() throws {
    let server = try TestServer()
    defer { server.stop() }
    #expect(RawClient(server.port)?.handshake(method: "POST")?.status == 405)
    #expect(RawClient(server.port)?.handshake(path: "/other")?.status == 404)
    #expect(RawClient(server.port)?.handshake(path: "/")?.status == 404)
    #expect(RawClient(server.port)?.handshake(path: "/live/")?.status == 404)
    #expect(RawClient(server.port)?.handshake(path: "/x/../live")?.status == 400)
    #expect(RawClient(server.port)?.handshake(path: "/live?a=1")?.status == 101)
  }

  @Test func `the owner can refuse, with its own words`() throws {
    let server = try TestServer { owner in
      owner.onUpgrade = { request in
        request.header("origin") == "https://evil.example"
          ? .refuse(status: 403, body: Array("{}".utf8)) : .accept
      }
    }
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    let answer = try #require(client.handshake(extra: ["Origin: https://evil.example"]))
    #expect(answer.status == 403)
    #expect(answer.body == "{}")
    #expect(RawClient(server.port)?.handshake(extra: ["Origin: http://good.example"])?.status == 101)
  }

  @Test func `frames sent together with the handshake are read`() throws {
    let server = try TestServer { owner in
      owner.onReceived = { text, peer in peer.send(Frame("echo \(text)")) }
    }
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    let early = RawClient.frame(1, Array("one".utf8)) + RawClient.frame(1, Array("two".utf8))
    #expect(client.handshake(following: early)?.status == 101)
    #expect(client.frame()?.text == "echo one")
    #expect(client.frame()?.text == "echo two")
  }

  @Test func `cookies of any number do not matter`() throws {
    let server = try TestServer()
    defer { server.stop() }
    let cookie =
      "Cookie: " + (0..<200).map { "name\($0)=0123456789abcdef0123456789abcdef" }.joined(separator: "; ")
    #expect(RawClient(server.port)?.handshake(extra: [cookie])?.status == 101)
  }
}
