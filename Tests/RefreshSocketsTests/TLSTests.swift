import Glibc
import RefreshLoop
import TLSClient
import Testing

@testable import RefreshSockets

/// TLS in front of the server, over real sockets.
@Suite struct TLSTests {
  private static let certificate = TestCertificate("room.example")

  private func server(
    _ settings: SocketSettings = .init(), listen: String = "127.0.0.1:0",
    _ set: (TestServer.Owner) -> Void = { _ in }
  ) throws -> TestServer {
    let identity = try TLSIdentity(certificate: Self.certificate.certificate, key: Self.certificate.key)
    return try TestServer(listen, settings: settings, identity: identity, set)
  }

  private let get = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test func `requests are answered by https, one after the other, from the peer's own address`() throws {
    let server = try server { owner in
      owner.onRequest = { $0.respond(status: 200, body: Array("\($0.path) for \($0.remoteAddress);".utf8)) }
    }
    defer { server.stop() }
    let client = try TLSClient(port: server.port)
    try client.send(get)
    try client.read(until: "/a for 127.0.0.1;")
    try client.send("GET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    try client.readAll()
    #expect(client.text.contains("/b for 127.0.0.1;"))
    #expect(client.hasEnded)
    #expect(client.serverName == "room.example")
    #expect(client.version == "TLSv1.3")
  }

  @Test func `a WebSocket works by wss: messages, what is sent behind the handshake, and the close`() throws {
    let server = try server { owner in
      owner.onOpened = { $0.send(Frame("welcome")) }
      owner.onReceived = { text, peer in
        if text == "end" { return peer.close(code: 4003, reason: "as you say") }
        peer.send(Frame("got \(text)"))
      }
    }
    defer { server.stop() }
    let client = try TLSClient(port: server.port, protocols: ["h2", "http/1.1"])
    #expect(client.chosenProtocol == "http/1.1")
    try client.upgrade()
    try client.read(until: "welcome")
    for number in 0..<100 { try client.sendFrame("message \(number)") }
    try client.read(until: "got message 99")
    try client.sendFrame("end")
    try client.read(until: "as you say")
    try client.sendClose()
    try client.readAll()
    #expect(client.hasEnded)
    _ = server.heard.take { $0 == .closed(1) }
  }

  @Test func `large bodies go through whole, in both directions`() throws {
    let server = try server { owner in
      owner.onRequest = { $0.respond(status: 200, body: $0.body.reversed()) }
    }
    defer { server.stop() }
    let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    let client = try TLSClient(port: server.port)
    try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n")
    for start in stride(from: 0, to: body.count, by: 50_000) {
      try client.send(Array(body[start..<start + 50_000]))
    }
    try client.read(until: "\r\n\r\n")
    try client.read(body.count + 100)
    try client.send("GET /end HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    try client.readAll()
    let whole = client.received
    let expected = Array(body.reversed())
    let start = try #require(whole.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound)
    #expect(Array(whole[start..<start + body.count]) == expected)
  }

  @Test func `one who has said that nothing more follows still gets the answer`() throws {
    let server = try server { owner in owner.onRequest = { $0.respond(status: 200, body: Array("here".utf8)) }
    }
    defer { server.stop() }
    let client = try TLSClient(port: server.port)
    try client.send(get)
    client.finish()
    try client.readAll()
    #expect(client.text.hasSuffix("here"))
  }

  @Test(arguments: [(TLSVersion.tls10, false), (.tls11, false), (.tls12, true), (.tls13, true)])
  func `versions before 1.2 are not spoken`(version: TLSVersion, isSpoken: Bool) throws {
    let server = try server()
    defer { server.stop() }
    let client = try? TLSClient(port: server.port, version: version.rawValue)
    #expect((client != nil) == isSpoken)
    guard let client else { return }
    try client.send(get)
    try client.read(until: "404")
  }

  enum TLSVersion: Int32 {
    case tls10 = 0x301
    case tls11 = 0x302
    case tls12 = 0x303
    case tls13 = 0x304
  }

  @Test func `who wants to speak something else than HTTP/1.1 inside is refused`() throws {
    let server = try server()
    defer { server.stop() }
    #expect(throws: TLSClient.Failure.self) {
      try TLSClient(port: server.port, protocols: ["h2", "http/1.0"])
    }
    #expect(try TLSClient(port: server.port).chosenProtocol == nil)
  }

  @Test func `who comes without TLS is told to come by https`() throws {
    let server = try server()
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    client.send(get)
    let answer = try #require(client.answer())
    #expect(answer.status == 400)
    #expect(answer.body.contains("use https://"))
    #expect(client.isCut)
    #expect(server.heard.count == 0)
  }

  @Test func `what is neither is sent away, and so is what goes wrong later`() throws {
    let server = try server()
    defer { server.stop() }
    for bytes in [
      [UInt8](repeating: 0, count: 100), [0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0],
      Array(repeating: 0xff, count: 40_000),
    ] {
      let client = try #require(RawClient(server.port))
      client.send(bytes)
      #expect(client.isCut)
    }
    #expect(server.heard.count == 0)
  }

  @Test(arguments: [0, 3])
  func `a handshake that is not done in time is cut, whatever has come of it`(count: Int) throws {
    var settings = SocketSettings()
    settings.tlsHandshake = 200
    let server = try server(settings)
    defer { server.stop() }
    let slow = try #require(RawClient(server.port))
    slow.send(Array([0x16, 3, 1].prefix(count)))
    let patient = try TLSClient(port: server.port)
    #expect(slow.isCut)
    try patient.send(get)
    try patient.read(until: "404")
  }

  @Test func `one who takes nothing is given up, with little waiting for it, and others are served`() throws {
    var settings = SocketSettings()
    settings.stall = 300
    let server = try server(settings) { owner in
      owner.onRequest = { $0.respond(status: 200, body: [UInt8](repeating: 1, count: 30_000_000)) }
    }
    defer { server.stop() }
    let frozen = try TLSClient(port: server.port, receiveBuffer: 4_096)
    try frozen.send("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(server.heard.take() == .request("GET", "/a"))
    try eventually { server.onLoop { server.server.door.count == 0 } }
    let client = try TLSClient(port: server.port)
    try client.send(get)
    try client.read(30_000_000)
  }

  @Test func `a connection's place is free again when its TLS is over`() throws {
    var settings = SocketSettings()
    settings.connections = 2
    let server = try server(settings)
    defer { server.stop() }
    for _ in 0..<10 {
      let client = try TLSClient(port: server.port)
      try client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      try client.readAll()
      #expect(client.text.contains("404"))
      client.finish()
      try eventually { server.onLoop { server.server.door.count == 0 } }
    }
  }

  @Test(.enabled(if: TLSClient.ownAddress() != nil, "this machine is in no network"))
  func
    `an address gets so many handshakes and no more, and this machine's own programs as many as they want`()
    throws
  {
    var settings = SocketSettings()
    settings.addressHandshakes = RateLimit(1, burst: 3, per: 3_600_000)
    let server = try server(settings, listen: "0.0.0.0:0")
    defer { server.stop() }
    let own = try #require(TLSClient.ownAddress())
    for _ in 0..<3 { _ = try TLSClient(host: own, port: server.port) }
    #expect(throws: TLSClient.Failure.self) { try TLSClient(host: own, port: server.port) }
    #expect(try #require(RawClient(own, server.port)).isCut)
    for _ in 0..<5 { _ = try TLSClient(port: server.port) }
  }

  @Test func `another certificate is shown to those who come later, and who is there stays`() throws {
    let server = try server()
    defer { server.stop() }
    let before = try TLSClient(port: server.port)
    let other = TestCertificate("other.example")
    let identity = try TLSIdentity(certificate: other.certificate, key: other.key)
    nonisolated(unsafe) let handed = identity
    server.onLoop { server.server.renew(handed) }
    #expect(try TLSClient(port: server.port).serverName == "other.example")
    try before.send(get)
    try before.read(until: "404")
    #expect(before.serverName == "room.example")
  }

  @Test func `what is said last before the server closes still arrives`() throws {
    let server = try server()
    let client = try TLSClient(port: server.port)
    try client.upgrade()
    #expect(server.heard.take() == .opened(1))
    server.onLoop {
      let peer = server.peer(1)
      peer.close(code: 4200, reason: "the server is stopping")
      peer.pump()
      server.server.close()
    }
    try client.readAll()
    #expect(client.text.hasSuffix("the server is stopping"))
    server.stop()
  }

  @Test func `what is wrong with the files is said`() throws {
    let good = Self.certificate
    let other = TestCertificate("other.example")
    let nonsense = good.folder + "/nonsense.pem"
    let file = try #require(fopen(nonsense, "w"))
    fputs("not a certificate", file)
    fclose(file)
    for (certificate, key, words) in [
      ("/no/cert.pem", good.key, ["certificate /no/cert.pem cannot be read", "No such file"]),
      (good.certificate, "/no/key.pem", ["key /no/key.pem cannot be read", "No such file"]),
      (nonsense, good.key, [nonsense, "no certificate in PEM form"]),
      (good.certificate, nonsense, [nonsense, "no private key in PEM form"]),
      (good.certificate, other.key, [other.key, "is not that of the certificate \(good.certificate)"]),
    ] {
      let error = #expect(throws: SocketError.self) { try TLSIdentity(certificate: certificate, key: key) }
      for word in words { #expect(error?.description.contains(word) == true, "\(error?.description ?? "")") }
    }
  }
}

extension RawClient {
  /// Whether the server ends the connection, whatever it says before.
  fileprivate var isCut: Bool {
    _ = takeAll()
    return hasEnded
  }
}

/// Waits for what a server tells nobody of.
private func eventually(_ condition: () -> Bool) throws {
  let limit = ContinuousClock.now + .seconds(10)
  while !condition() {
    try #require(ContinuousClock.now < limit)
    usleep(5_000)
  }
}
