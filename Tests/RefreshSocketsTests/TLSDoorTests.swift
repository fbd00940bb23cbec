import Glibc
import TLSClient
import Testing

@testable import RefreshSockets

/// Whom a server with TLS lets in, and for how long, over real sockets.
@Suite struct TLSDoorTests {
  @Test(arguments: [(TLSVersion.tls10, false), (.tls11, false), (.tls12, true), (.tls13, true)])
  func `versions before 1.2 are not spoken`(version: TLSVersion, isSpoken: Bool) throws {
    let server = try TestServer(tls: .init())
    defer { server.stop() }
    let client = try? TLSClient(port: server.port, version: version.rawValue)
    #expect((client != nil) == isSpoken)
    guard let client else { return }
    try client.send(TestServer.get)
    try client.read(until: "404")
  }

  enum TLSVersion: Int32 {
    case tls10 = 0x301
    case tls11 = 0x302
    case tls12 = 0x303
    case tls13 = 0x304
  }

  @Test func `who wants to speak something else than HTTP/1.1 inside is refused`() throws {
    let server = try TestServer(tls: .init())
    defer { server.stop() }
    #expect(throws: TLSClient.Failure.self) {
      try TLSClient(port: server.port, protocols: ["h2", "http/1.0"])
    }
    #expect(try TLSClient(port: server.port).chosenProtocol == nil)
  }

  @Test func `who comes without TLS is told to come by https`() throws {
    let server = try TestServer(tls: .init())
    defer { server.stop() }
    let client = try #require(RawClient(server.port))
    client.send(TestServer.get)
    let answer = try #require(client.answer())
    #expect(answer.status == 400)
    #expect(answer.body.contains("use https://"))
    #expect(client.isCut)
    #expect(server.heard.count == 0)
  }

  @Test func `what is neither is sent away, and so is what goes wrong later`() throws {
    let server = try TestServer(tls: .init())
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
    settings.tlsHandshake = 2_000
    let server = try TestServer(tls: settings)
    defer { server.stop() }
    let slow = try #require(RawClient(server.port))
    slow.send(Array([0x16, 3, 1].prefix(count)))
    let patient = try TLSClient(port: server.port)
    #expect(slow.isCut)
    try patient.send(TestServer.get)
    try patient.read(until: "404")
  }

  @Test func `one who takes nothing is given up, with little waiting for it, and others are served`() throws {
    var settings = SocketSettings()
    settings.stall = 2_000
    let server = try TestServer(tls: settings) { owner in
      owner.onRequest = { $0.respond(status: 200, body: [UInt8](repeating: 1, count: 30_000_000)) }
    }
    defer { server.stop() }
    let frozen = try TLSClient(port: server.port, receiveBuffer: 4_096)
    try frozen.send("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(server.heard.take() == .request("GET", "/a"))
    try eventually { server.onLoop { server.server.door.count == 0 } }
    let client = try TLSClient(port: server.port)
    try client.send(TestServer.get)
    try client.read(30_000_000)
  }

  @Test func `a connection's place is free again when its TLS is over`() throws {
    var settings = SocketSettings()
    settings.connections = 2
    let server = try TestServer(tls: settings)
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
    let server = try TestServer(tls: settings, listen: "0.0.0.0:0")
    defer { server.stop() }
    let own = try #require(TLSClient.ownAddress())
    for _ in 0..<3 { _ = try TLSClient(host: own, port: server.port) }
    #expect(throws: TLSClient.Failure.self) { try TLSClient(host: own, port: server.port) }
    #expect(try #require(RawClient(own, server.port)).isCut)
    for _ in 0..<5 { _ = try TLSClient(port: server.port) }
  }
}

extension RawClient {
  /// Whether the server ends the connection, whatever it says before.
  fileprivate var isCut: Bool {
    _ = takeAll()
    return hasEnded
  }
}
