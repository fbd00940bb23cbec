import Glibc
import Testing

@testable import RefreshSockets

/// How many connections there may be, and how fast they may come. The clients are behind a proxy of this machine, which
/// says what their addresses are.
@Suite struct DoorTests {
  private func behindProxy(_ set: (inout SocketSettings) -> Void) throws -> TestServer {
    var settings = SocketSettings()
    settings.trustedProxies = [try #require(IPNetwork("127.0.0.1"))]
    set(&settings)
    return try TestServer(settings: settings) { owner in
      owner.onRequest = { $0.respond(status: 200, body: Array($0.remoteAddress.utf8)) }
      owner.onOpened = { peer in peer.send(Frame("hello")) }
    }
  }

  private static func from(_ address: String) -> [String] { ["X-Forwarded-For: \(address)"] }

  private func shakeHands(_ server: TestServer, _ address: String? = nil) throws -> (RawClient, RawFrame) {
    let client = try #require(RawClient(server.port))
    let answer = try #require(client.handshake(extra: address.map(Self.from) ?? []))
    #expect(answer.status == 101)
    #expect(answer.header("sec-websocket-accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    #expect(answer.header("sec-websocket-protocol") == "refresh.v1")
    return (client, try #require(client.frame()))
  }

  /// Tries until who is let in can stay; the place of one that left is free when the system has closed its socket.
  private func letIn(_ server: TestServer) throws -> RawClient {
    for _ in 0..<1_000 {
      let (client, frame) = try shakeHands(server)
      if frame.text == "hello" { return client }
    }
    throw SocketError(.failed, "no place became free")
  }

  @Test func `a full server says so with 4101 or 503 and when to come back, and has room again`() throws {
    var settings = SocketSettings()
    settings.connections = 3
    let server = try TestServer(settings: settings) { owner in
      owner.onRequest = { $0.respond(status: 200) }
      owner.onOpened = { peer in peer.send(Frame("hello")) }
    }
    defer { server.stop() }
    var inside = try (0..<3).map { _ in try shakeHands(server) }
    #expect(inside.allSatisfy { $0.1.text == "hello" })
    let (refused, frame) = try shakeHands(server)
    #expect(frame.code == 4101)
    #expect(frame.text.contains("come back in 10 s"))
    #expect(refused.takeAll() == [])
    #expect(refused.hasEnded)
    let asking = try #require(RawClient(server.port))
    let answer = try #require(asking.ask("GET /"))
    #expect(answer.status == 503)
    #expect(answer.header("retry-after") == "10")
    #expect(answer.body.contains(#""code":"full""#))
    // Those who are in do not notice.
    inside[2].0.sendText("still here")
    #expect(server.heard.take { $0 == .text(3, "still here") } != nil)
    inside[0].0.sendClose(1000)
    #expect(server.heard.take { $0 == .closed(1) } != nil)
    inside.removeFirst()
    withExtendedLifetime(try letIn(server)) {}
  }

  @Test func `who comes when even those who are told are too many just ends`() throws {
    var settings = SocketSettings()
    settings.connections = 1
    let server = try TestServer(settings: settings)
    defer { server.stop() }
    let silent = try (0..<65).map { _ in try #require(RawClient(server.port)) }
    let last = try #require(RawClient(server.port))
    #expect(last.takeAll() == [])
    #expect(last.hasEnded)
    var first = pollfd(fd: silent[1].descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&first, 1, 0) == 0, "it ended at once, when those who are told still had time to ask")
    // Who says nothing does not keep the place of those who could be told.
    #expect(silent[64].takeAll() == [])
    #expect(silent[64].hasEnded)
    silent[0].send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(silent[0].answer()?.status == 404)
  }

  @Test func `one address has its connections, and others theirs`() throws {
    let server = try behindProxy { $0.addressConnections = 2 }
    defer { server.stop() }
    let inside = try (0..<2).map { _ in try shakeHands(server, "192.0.2.7") }
    #expect(inside.allSatisfy { $0.1.text == "hello" })
    let (_, frame) = try shakeHands(server, "1.1.1.1, 192.0.2.7")
    #expect(frame.code == 4100)
    #expect(frame.text.contains("your address has all the 2 connections"))
    #expect(frame.text.contains("come back in 10 s"))
    let asking = try #require(RawClient(server.port))
    let answer = try #require(asking.ask("GET /", Self.from("192.0.2.7")))
    #expect(answer.status == 429)
    #expect(answer.header("retry-after") == "10")
    #expect(answer.body.contains(#""code":"limit""#))
    let (_, other) = try shakeHands(server, "192.0.2.8")
    #expect(other.text == "hello")
    // The proxy's own requests are nobody's.
    let own = try #require(RawClient(server.port))
    #expect(own.ask("GET /")?.body == "127.0.0.1")
  }

  @Test func `a proxy's connection counts for the one whom its latest request names`() throws {
    let server = try behindProxy { $0.addressConnections = 1 }
    defer { server.stop() }
    let proxy = try #require(RawClient(server.port))
    #expect(proxy.ask("GET /", Self.from("192.0.2.7"))?.body == "192.0.2.7")
    #expect(try shakeHands(server, "192.0.2.7").1.code == 4100)
    #expect(proxy.ask("GET /", Self.from("2001:db8::1"))?.body == "2001:db8::1")
    let (first, frame) = try shakeHands(server, "192.0.2.7")
    #expect(frame.text == "hello")
    #expect(try shakeHands(server, "2001:db8::2").1.code == 4100)
    #expect(proxy.ask("GET /")?.body == "127.0.0.1")
    #expect(try shakeHands(server, "2001:db8::2").1.text == "hello")
    withExtendedLifetime(first) {}
  }

  @Test func `this machine's own are not counted by address, and what they forward is not believed`() throws {
    var settings = SocketSettings()
    settings.addressConnections = 1
    settings.addressHandshakes = RateLimit(1, burst: 1)
    settings.handshakes = RateLimit(1, burst: 1)
    let server = try TestServer(settings: settings) { owner in
      owner.onOpened = { peer in peer.send(Frame("hello " + peer.remoteAddress)) }
    }
    defer { server.stop() }
    let clients = try (0..<4).map { _ in try shakeHands(server, "192.0.2.7") }
    for client in clients { #expect(client.1.text == "hello 127.0.0.1") }
  }

  @Test(.enabled(if: ownAddress != nil)) func `an address that comes by itself is counted by it`() throws {
    var settings = SocketSettings()
    settings.addressConnections = 1
    let server = try TestServer("0.0.0.0:0", settings: settings)
    defer { server.stop() }
    let first = try #require(RawClient(ownAddress!, server.port))
    #expect(first.handshake()?.status == 101)
    let second = try #require(RawClient(ownAddress!, server.port))
    #expect(second.handshake(extra: Self.from("192.0.2.7"))?.status == 101)
    #expect(second.frame()?.code == 4100)
    let own = try #require(RawClient(server.port))
    #expect(own.ask("GET /")?.status == 404)
  }

  @Test func `handshakes of one address, and of all, come in bursts and at a rate`() throws {
    let server = try behindProxy {
      $0.addressHandshakes = RateLimit(1, burst: 2, per: 3_600_000)
      $0.handshakes = RateLimit(1, burst: 3, per: 3_600_000)
    }
    defer { server.stop() }
    for _ in 0..<2 { #expect(try shakeHands(server, "192.0.2.7").1.text == "hello") }
    let (_, third) = try shakeHands(server, "192.0.2.7")
    #expect(third.code == 4100)
    let words = /too many connections of your address in a short time: come back in (\d+) s/
    let seconds = try #require(third.text.firstMatch(of: words).flatMap { Int($0.1) })
    #expect((3_500...3_600).contains(seconds))
    #expect(try shakeHands(server, "192.0.2.8").1.text == "hello")
    let (_, fifth) = try shakeHands(server, "192.0.2.9")
    #expect(fifth.code == 4100)
    #expect(fifth.text.contains("too many connections in a short time: come back in"))
  }

  @Test func `requests of one address over its rate are answered 429 with when to come back`() throws {
    let server = try behindProxy { $0.addressRequests = RateLimit(1, burst: 3, per: 3_600_000) }
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    for _ in 0..<3 { #expect(client.ask("GET /", Self.from("192.0.2.7"))?.status == 200) }
    let answer = try #require(client.ask("GET /", Self.from("192.0.2.7")))
    #expect(answer.status == 429)
    #expect(answer.header("retry-after").flatMap { Int($0) }.map { (3_500...3_600).contains($0) } == true)
    let other = try #require(RawClient(server.port))
    #expect(other.ask("GET /", Self.from("192.0.2.8"))?.status == 200)
  }

  @Test func `when places are short, connections with nothing to do do not keep theirs`() throws {
    var settings = SocketSettings()
    settings.connections = 8
    let server = try TestServer(settings: settings)
    defer { server.stop() }
    let clients = try (0..<8).map { _ in try #require(RawClient(server.port)) }
    #expect(clients[7].ask("GET /")?.header("connection") == "close")
    #expect(clients[7].takeAll() == [])
    clients[7].reset()
    try eventually { server.onLoop { server.server.door.count } <= 7 }
    #expect(clients[0].ask("GET /")?.header("connection") == "keep-alive")
  }

  @Test func `an address is forgotten when there is nothing to remember of it`() throws {
    var settings = SocketSettings()
    settings.addressHandshakes = RateLimit(1, burst: 10)
    let door = Door(settings)
    let address = try #require(IPAddress("192.0.2.7"))
    let place = try #require(door.enter(address))
    #expect(door.handshake(place, at: 100_000) == nil)
    door.leave(place, at: 100_000)
    door.leave(place, at: 100_000)
    #expect(door.count == 0)
    door.tidy(at: 100_999)
    #expect(door.remembered == 1)
    door.tidy(at: 101_000)
    #expect(door.remembered == 0)
  }

  @Test func `descriptors are kept for what else a server needs`() {
    #expect(DescriptorLimit.connections(of: 20_000) == 19_680)
    #expect(DescriptorLimit.connections(of: 256) == 128)
    #expect(DescriptorLimit.connections(of: 1) == 1)
  }
}

/// An address of this machine that is not loopback.
private let ownAddress: String? = {
  var list: UnsafeMutablePointer<ifaddrs>?
  guard getifaddrs(&list) == 0 else { return nil }
  defer { freeifaddrs(list) }
  var next = list
  while let entry = next {
    next = entry.pointee.ifa_next
    guard let address = entry.pointee.ifa_addr, Int32(address.pointee.sa_family) == AF_INET else { continue }
    var storage = sockaddr_storage()
    memcpy(&storage, address, MemoryLayout<sockaddr_in>.size)
    if let found = IPAddress(storage), !found.isLoopback { return found.text }
  }
  return nil
}()
