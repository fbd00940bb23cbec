import Glibc
import TLSClient
import Testing

@testable import RefreshSockets

/// What goes through TLS in front of the server, over real sockets, and with which certificate.
@Suite struct TLSTests {
  @Test func `requests are answered by https, one after the other, from the peer's own address`() throws {
    let server = try TestServer(tls: .init()) { owner in
      owner.onRequest = { $0.respond(status: 200, body: Array("\($0.path) for \($0.remoteAddress);".utf8)) }
    }
    defer { server.stop() }
    let client = try TLSClient(port: server.port)
    try client.send(TestServer.get)
    try client.read(until: "/a for 127.0.0.1;")
    try client.send("GET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    try client.readAll()
    #expect(client.text.contains("/b for 127.0.0.1;"))
    #expect(client.hasEnded)
    #expect(client.serverName == "room.example")
    #expect(client.version == "TLSv1.3")
  }

  @Test func `a WebSocket works by wss: messages, what is sent behind the handshake, and the close`() throws {
    let server = try TestServer(tls: .init()) { owner in
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
    let server = try TestServer(tls: .init()) { owner in
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
    let server = try TestServer(tls: .init()) { owner in
      owner.onRequest = { $0.respond(status: 200, body: Array("here".utf8)) }
    }
    defer { server.stop() }
    let client = try TLSClient(port: server.port)
    try client.send(TestServer.get)
    client.finish()
    try client.readAll()
    #expect(client.text.hasSuffix("here"))
  }

  @Test func `another certificate is shown to those who come later, and who is there stays`() throws {
    let server = try TestServer(tls: .init())
    defer { server.stop() }
    let before = try TLSClient(port: server.port)
    let other = TestCertificate("other.example")
    let identity = try TLSIdentity(certificate: other.certificate, key: other.key)
    nonisolated(unsafe) let handed = identity
    server.onLoop { server.server.renew(handed) }
    #expect(try TLSClient(port: server.port).serverName == "other.example")
    try before.send(TestServer.get)
    try before.read(until: "404")
    #expect(before.serverName == "room.example")
  }

  @Test func `what is said last before the server closes still arrives`() throws {
    let server = try TestServer(tls: .init())
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
    let good = TestServer.certificate
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
