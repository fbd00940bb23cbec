import RefreshSockets
import Testing

@Suite struct ClientTests {
  @Test func `texts go both ways, long ones too`() throws {
    let server = try TestServer { owner in
      owner.onReceived = { text, peer in peer.send(Frame(text + text + text + text)) }
    }
    defer { server.stop() }
    let client = try TestClient()
    defer { client.stop() }
    let socket = try client.connect("ws://127.0.0.1:\(server.port)/live")
    #expect(client.heard.take() == .opened("refresh.v1"))
    for length in [0, 1, 200, 5_000, 16_384] {
      let text = String(repeating: "é", count: length / 2)
      client.onLoop { socket.send(text: Array(text.utf8)) }
      #expect(client.heard.take() == .text(text + text + text + text))
    }
  }

  @Test func `a server that speaks no subprotocol is taken`() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try TestClient()
    defer { client.stop() }
    _ = try client.connect("ws://127.0.0.1:\(server.port)/live", subprotocol: nil)
    #expect(client.heard.take() == .opened(nil))
  }

  @Test func `the server's close code and reason arrive`() throws {
    let server = try TestServer { owner in
      owner.onReceived = { _, peer in
        peer.send(Frame("last"))
        peer.close(code: 4200, reason: "draining")
      }
    }
    defer { server.stop() }
    let client = try TestClient()
    defer { client.stop() }
    let socket = try client.connect("ws://127.0.0.1:\(server.port)/live")
    #expect(client.heard.take() == .opened("refresh.v1"))
    client.onLoop { socket.send(text: [0x61]) }
    #expect(client.heard.take() == .text("last"))
    #expect(client.heard.take() == .closed(4_200, "draining"))
    #expect(server.heard.take { $0 == .closed(1) } != nil)
  }

  @Test func `a client's close is answered, after what it had queued`() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try TestClient()
    defer { client.stop() }
    let socket = try client.connect("ws://127.0.0.1:\(server.port)/live")
    #expect(client.heard.take() == .opened("refresh.v1"))
    client.onLoop {
      for number in 0..<20 { socket.send(text: Array("\(number)".utf8)) }
      socket.close(code: 1000, reason: "done")
    }
    #expect(client.heard.take() == .closed(1000, "done"))
    #expect(server.heard.take() == .opened(1))
    for number in 0..<20 { #expect(server.heard.take() == .text(1, "\(number)")) }
    #expect(server.heard.take() == .closed(1))
  }

  @Test func `a dropped connection ends with 1006 and the server hears of it`() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try TestClient()
    defer { client.stop() }
    let socket = try client.connect("ws://127.0.0.1:\(server.port)/live")
    #expect(client.heard.take() == .opened("refresh.v1"))
    client.onLoop { socket.drop() }
    #expect(client.heard.take() == .closed(1006, ""))
    #expect(server.heard.take { $0 == .closed(1) } != nil)
  }

  @Test func `no server, a refusal and a bad address are told with a reason`() throws {
    let server = try TestServer { owner in owner.onUpgrade = { _ in .refuse(status: 403, body: []) } }
    defer { server.stop() }
    let client = try TestClient()
    defer { client.stop() }
    _ = try client.connect("ws://127.0.0.1:\(server.port)/live")
    #expect(client.heard.take() == .failed("the server refused with status 403"))
    _ = try client.connect("ws://127.0.0.1:1/live")
    guard case .failed = client.heard.take() else {
      Issue.record("nothing listens on port 1")
      return
    }
    for url in ["http://x/", "ws://", "ws://user@host/", "ws://host:99999/", "ws:host"] {
      #expect(throws: SocketError.self) { try client.connect(url) }
    }
  }

  @Test func `a message that is too long for the client ends with 1009`() throws {
    let server = try TestServer { owner in
      owner.onOpened = { peer in peer.send(Frame(String(repeating: "x", count: 5_000))) }
    }
    defer { server.stop() }
    let client = try TestClient()
    defer { client.stop() }
    _ = try client.connect("ws://127.0.0.1:\(server.port)/live", maxMessage: 4_999)
    #expect(client.heard.take() == .opened("refresh.v1"))
    #expect(client.heard.take { if case .closed(1009, _) = $0 { true } else { false } } != nil)
  }

  @Test func `raw bytes reach the server as they are`() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try TestClient()
    defer { client.stop() }
    let socket = try client.connect("ws://127.0.0.1:\(server.port)/live")
    #expect(client.heard.take() == .opened("refresh.v1"))
    client.onLoop { socket.send(raw: RawClient.frame(0, [0x61])) }
    guard case .closed(1002, _) = client.heard.take() else {
      Issue.record("a continuation of nothing must end with 1002")
      return
    }
  }
}
