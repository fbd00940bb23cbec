import RefreshSockets
import Testing

@Suite struct LivenessTests {
  @Test func `peers are pinged, and one that answers stays`() throws {
    let server = try TestServer(changing: {
      $0.ping = 60
      $0.silence = 2_000
    })
    defer { server.stop() }
    let client = try server.client()
    // For longer than a silence.
    try client.answerPings(40)
    server.hears(client)
  }

  @Test func `a silent peer is cut`() throws {
    let server = try TestServer(changing: {
      $0.ping = 60
      $0.silence = 200
    })
    defer { server.stop() }
    let client = try server.client()
    #expect(server.heard.take() == .opened(1))
    #expect(server.heard.take() == .closed(1))
    while client.anyFrame() != nil {}
    #expect(client.hasEnded)
  }

  @Test func `a peer that asks and never reads is not read from, and given up`() throws {
    let server = try TestServer(changing: { $0.stall = 300 }) { owner in
      owner.onReceived = { _, peer in peer.send(Frame(String(repeating: "x", count: 60_000))) }
    }
    defer { server.stop() }
    let client = try server.client(receiveBuffer: 4_096)
    var asked = 0
    while asked < 5_000, client.send(RawClient.frame(1, [0x61])) { asked += 1 }
    #expect(server.heard.take { $0 == .closed(1) } != nil)
  }

  @Test func `bytes after a close are not taken for messages`() throws {
    let server = try TestServer()
    defer { server.stop() }
    let client = try server.client()
    client.send(RawClient.frame(8, [0x03, 0xe8]) + RawClient.frame(1, Array("late".utf8)))
    #expect(client.frame()?.code == 1000)
    #expect(server.heard.take() == .opened(1))
    #expect(server.heard.take() == .closed(1))
    #expect(server.heard.count == 0)
  }

  @Test func `the owner may close a peer from inside any call`() throws {
    let server = try TestServer { owner in
      owner.onOpened = { peer in if peer.number == 1 { peer.close(code: 4100, reason: "at once") } }
      owner.onReceived = { text, peer in text == "drop" ? peer.drop() : peer.close(code: 4003, reason: "no") }
      owner.onClosed = { peer in peer.close(code: 1000, reason: "again") }
    }
    defer { server.stop() }
    let first = try server.client()
    #expect(first.frame()?.code == 4100)
    #expect(server.heard.take { $0 == .closed(1) } != nil)
    let second = try server.client()
    second.send(RawClient.frame(1, Array("a".utf8)) + RawClient.frame(1, Array("b".utf8)))
    #expect(second.frame()?.code == 4003)
    #expect(server.heard.take { [.text(2, "b"), .closed(2)].contains($0) } == .closed(2))
    let third = try server.client()
    third.sendText("drop")
    #expect(third.frame() == nil)
    #expect(server.heard.take { $0 == .closed(3) } != nil)
  }
}
