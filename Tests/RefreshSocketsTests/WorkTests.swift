import RefreshSockets
import Testing

@Suite struct WorkTests {
  private static func texts(_ texts: [String]) -> [UInt8] {
    texts.flatMap { RawClient.frame(1, Array($0.utf8)) }
  }

  @Test func `while a message is worked on no other is handed over, and then all are, in order`() throws {
    let server = try TestServer { owner in
      owner.onReceived = { text, peer in if text == "work" { peer.beginWork() } }
      owner.onBinary = { _ in }
    }
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    _ = client.handshake()
    #expect(server.heard.take() == .opened(1))
    let later = (1...100).map { "later \($0)" }
    client.send(Self.texts(["work"] + later) + RawClient.frame(2, [1]) + Self.texts(["last"]))
    #expect(server.heard.take() == .text(1, "work"))
    for _ in 0..<5 { server.onLoop {} }
    #expect(server.heard.count == 0)
    let insideEnd = server.onLoop {
      server.peer(1).endWork()
      return server.heard.count
    }
    #expect(insideEnd == 0)
    for text in later { #expect(server.heard.take() == .text(1, text)) }
    #expect(server.heard.take() == .binary(1))
    #expect(server.heard.take() == .text(1, "last"))
  }

  @Test func `messages sent behind the handshake wait for work, too`() throws {
    let server = try TestServer { owner in
      owner.onOpened = { $0.beginWork() }
    }
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    let texts = (1...500).map { "early \($0)" }
    _ = client.handshake(following: Self.texts(texts))
    #expect(server.heard.take() == .opened(1))
    for _ in 0..<5 { server.onLoop {} }
    #expect(server.heard.count == 0)
    server.onLoop { server.peer(1).endWork() }
    for text in texts { #expect(server.heard.take() == .text(1, text)) }
  }

  @Test(arguments: [false, true])
  func `thousands of messages that are each worked on are handed over one by one, none inside another`(
    endsLater: Bool
  ) throws {
    nonisolated(unsafe) var depth = 0
    nonisolated(unsafe) var deepest = 0
    nonisolated(unsafe) var working = 0
    nonisolated(unsafe) var atOnce = 0
    nonisolated(unsafe) var post: (Peer) -> Void = { _ in }
    let server = try TestServer { owner in
      owner.onReceived = { _, peer in
        depth += 1
        deepest = max(deepest, depth)
        atOnce = max(atOnce, working)
        peer.beginWork()
        working += 1
        if endsLater {
          post(peer)
        } else {
          working -= 1
          peer.endWork()
        }
        depth -= 1
      }
    }
    defer { server.stop() }
    let loop = server.loop
    server.onLoop {
      post = { peer in
        nonisolated(unsafe) let peer = peer
        loop.post {
          working -= 1
          peer.endWork()
        }
      }
    }
    let client = try #require(RawClient(server.port))
    _ = client.handshake()
    let texts = (1...5_000).map { "message \($0)" }
    client.send(Self.texts(texts))
    #expect(server.heard.take() == .opened(1))
    for text in texts { #expect(server.heard.take() == .text(1, text)) }
    server.onLoop {
      #expect(deepest == 1)
      #expect(atOnce == 0)
      post = { _ in }
    }
  }

  @Test func `one who asks for much at once and takes it all is given it all`() throws {
    var settings = SocketSettings()
    settings.maxQueue = 200_000
    nonisolated(unsafe) var post: (Peer) -> Void = { _ in }
    let server = try TestServer(settings: settings) { owner in
      owner.onReceived = { _, peer in
        peer.beginWork()
        post(peer)
      }
    }
    defer { server.stop() }
    let loop = server.loop
    let answer = String(repeating: "x", count: 60_000)
    server.onLoop {
      post = { peer in
        nonisolated(unsafe) let peer = peer
        loop.post {
          peer.send(Frame(answer))
          peer.endWork()
        }
      }
    }
    let client = try #require(RawClient("127.0.0.1", server.port, receiveBuffer: 8_192))
    _ = client.handshake()
    client.send(Self.texts([String](repeating: "more", count: 100)))
    for _ in 0..<100 { #expect(client.frame()?.payload.count == 60_000) }
    server.onLoop { post = { _ in } }
  }

  @Test func `a close, and an end, may come while work is under way`() throws {
    nonisolated(unsafe) var kept: [Peer] = []
    let server = try TestServer { owner in
      owner.onReceived = { _, peer in
        peer.beginWork()
        kept.append(peer)
      }
    }
    defer { server.stop() }
    let closed = try #require(RawClient(server.port))
    _ = closed.handshake()
    closed.send(Self.texts(["work", "never handed over"]))
    #expect(server.heard.take { $0 == .text(1, "work") } != nil)
    server.onLoop { kept[0].close(code: 4003, reason: "no") }
    #expect(closed.frame()?.code == 4003)
    let gone = try #require(RawClient(server.port))
    _ = gone.handshake()
    gone.send(Self.texts(["work", "never handed over"]))
    #expect(server.heard.take { $0 == .text(2, "work") } != nil)
    server.onLoop { kept[1].drop() }
    #expect(server.heard.take { $0 == .closed(2) } != nil)
    server.onLoop {
      for peer in kept { peer.endWork() }
      kept = []
    }
    for _ in 0..<5 { server.onLoop {} }
    // The end of the one that was closed may come now, or not yet.
    while server.heard.count > 0 { #expect(server.heard.take() == .closed(1)) }
    withExtendedLifetime(closed) {}
  }
}
