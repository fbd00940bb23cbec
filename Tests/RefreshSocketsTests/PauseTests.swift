import Glibc
import RefreshSockets
import Testing

/// Times that are up only because the server was stopped are held against nobody.
@Suite struct PauseTests {
  /// Stops the loop for three seconds, as a paused machine would.
  private func pause(_ server: TestServer) {
    _ = server.onLoop { usleep(3_000_000) }
  }

  @Test func `healthy peers outlive a pause of the server that is longer than the silence`() throws {
    let server = try TestServer(changing: {
      $0.ping = 60
      $0.silence = 2_900
    })
    defer { server.stop() }
    let client = try server.client()
    for _ in 0..<2 {
      #expect(client.anyFrame()?.opcode == 9)
      pause(server)
      client.send(RawClient.frame(10, []))
    }
    try client.answerPings(20)
    server.hears(client)
  }

  @Test func `a peer that goes on taking after a pause is not given up for a stall`() throws {
    let server = try TestServer(changing: {
      $0.stall = 2_900
      $0.maxQueue = 16_000_000
    }) { owner in
      owner.onReceived = { _, peer in
        for _ in 0..<200 { peer.send(Frame(String(repeating: "x", count: 60_000))) }
      }
    }
    defer { server.stop() }
    let client = try server.client(receiveBuffer: 4_096)
    server.hears(client, "much")
    #expect(server.onLoop { server.peer(1).queuedBytes } > 0)
    // During the first, the system still moves what it has taken into the peer's buffer.
    for _ in 0..<2 {
      pause(server)
      for _ in 0..<3 { server.onLoop {} }
    }
    for _ in 0..<200 { #expect(client.frame()?.payload.count == 60_000) }
  }

  @Test func `a request under way goes on after a pause`() throws {
    let server = try TestServer(changing: { $0.requestTime = 2_900 }) { owner in
      owner.onRequest = { $0.respond(status: 200, body: $0.body) }
    }
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n")
    #expect(client.take(through: "\r\n\r\n")?.contains("100 Continue") == true)
    client.send("ab")
    pause(server)
    client.send("cd")
    #expect(client.answer()?.body == "abcd")
  }

  @Test func `one who reads slowly cannot answer a ping before it has read what was sent before`() throws {
    let server = try TestServer(changing: {
      $0.ping = 50
      $0.silence = 1_000
      $0.stall = 60_000
      $0.maxQueue = 16_000_000
    }) { owner in
      owner.onReceived = { text, peer in
        if text == "much" { for _ in 0..<60 { peer.send(Frame(String(repeating: "x", count: 50_000))) } }
      }
    }
    defer { server.stop() }
    let client = try server.client(receiveBuffer: 4_096)
    client.sendText("much")
    var taken = 0
    while taken < 60, let frame = client.anyFrame() {
      if frame.opcode == 9 { client.send(RawClient.frame(10, frame.payload)) } else { taken += 1 }
      // The line is slow.
      usleep(25_000)
    }
    #expect(taken == 60)
    server.hears(client)
  }

  @Test func `a silence that is not longer than the ping's period leaves time for an answer`() throws {
    let server = try TestServer(changing: {
      $0.ping = 1_000
      $0.silence = 300
    })
    defer { server.stop() }
    let client = try server.client()
    try client.answerPings(8)
    let silent = try server.client()
    #expect(server.heard.take { $0 == .closed(2) } != nil)
    while silent.anyFrame() != nil {}
    #expect(silent.hasEnded)
  }
}
