import Glibc
import RefreshWire
import TLSClient
import Testing

@testable import RefreshServer

/// TLS as the operator meets it: files, signals, and words about what is wrong.
@Suite struct TLSProgramTests {
  private func database() -> String { LiveServer.temporaryFolder() + "/p.sqlite" }

  private func start(_ certificate: TestCertificate, _ more: [String] = []) throws -> Program {
    try Program(
      [
        "--listen", "127.0.0.1:0", "--db", database(), "--tls-cert", certificate.certificate, "--tls-key",
        certificate.key,
      ] + more)
  }

  private let get = "GET /feeds HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

  @Test func `SIGHUP shows the new certificate, and open connections go on`() throws {
    let certificate = TestCertificate("first.example")
    let program = try start(certificate)
    let port = try program.ready()
    let open = try TLSClient(port: port)
    try open.upgrade()
    try open.read(until: "hello")
    _ = TestCertificate("second.example", in: certificate.folder)
    #expect(try TLSClient(port: port).serverName == "first.example")
    program.send(SIGHUP)
    try program.complains(of: "was read anew")
    #expect(try TLSClient(port: port).serverName == "second.example")
    try open.sendFrame(#"{"type":"subscribe","feed":"main"}"#)
    try open.read(until: #""type":"rows""#)

    let other = TestCertificate("third.example")
    try #require(rename(other.key, certificate.key) == 0)
    program.send(SIGHUP)
    try program.complains(of: "is not that of the certificate")
    let after = try TLSClient(port: port)
    #expect(after.serverName == "second.example")
    try after.send(get)
    try after.read(until: #""feed":"main""#)
    program.send(SIGTERM)
    try open.read(until: "the server is stopping")
    try open.sendClose()
    try open.readAll()
    #expect(program.wait() == 0)
  }

  @Test func `a browser's sign-in by https is kept to https, and opens the socket`() throws {
    let program = try start(
      TestCertificate("room.example"), ["--token", "pull:\(Tokens.known(Tokens.pull, .pull).hash)"])
    let port = try program.ready()
    let signIn = try TLSClient(port: port)
    let body = #"{"token":"\#(Tokens.pull)"}"#
    let fields = [
      "Host: 127.0.0.1:\(port)", "Origin: https://127.0.0.1:\(port)", "Content-Type: application/json",
    ]
    try signIn.send(BareRequest.text("POST /sign-in HTTP/1.1", fields, body: body))
    try signIn.read(until: "; HttpOnly; SameSite=Strict; Secure\r\n")
    let cookie = try #require(signIn.text.firstMatch(of: /Set-Cookie: ([^;]+);/)?.1)
    let page = try TLSClient(port: port)
    try page.upgrade(["Cookie: \(cookie)"])
    try page.read(until: "hello")
    let stranger = try TLSClient(port: port)
    try stranger.upgrade()
    try stranger.read(until: "this server needs a token")
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }

  @Test func `files that cannot be used are told at the start`() throws {
    let good = TestCertificate("room.example")
    let other = TestCertificate("other.example")
    for (certificate, key, words) in [
      (good.certificate, "/no/key.pem", "the key /no/key.pem cannot be read"),
      (good.certificate, other.key, "is not that of the certificate"),
    ] {
      let program = try Program(["--db", database(), "--tls-cert", certificate, "--tls-key", key])
      #expect(program.wait() == 1)
      #expect(program.complaints.contains("refreshd: the key \(key)"), "\(program.complaints)")
      #expect(program.complaints.contains(words), "\(program.complaints)")
    }
  }

  @Test func `the files may be named in the configuration`() throws {
    let good = TestCertificate("room.example")
    let file = LiveServer.temporaryFolder() + "/c.json5"
    try """
    { listen: "127.0.0.1:0", tls: { cert: "\(good.certificate)", key: "\(good.key)" },
      feeds: { main: { source: "lines" } } }
    """.write(toFile: file, atomically: true, encoding: .utf8)
    let program = try Program(["--db", database(), "--config", file])
    #expect(try TLSClient(port: program.ready()).serverName == "room.example")
    program.send(SIGTERM)
    #expect(program.wait() == 0)
    try "{ tls: { cert: 'x' }, feeds: { main: { source: 'lines' } } }".write(
      toFile: file, atomically: true, encoding: .utf8)
    let wrong = try Program(["--db", database(), "--config", file])
    #expect(wrong.wait() == 78)
    #expect(wrong.complaints.contains("tls.key: is missing"), "\(wrong.complaints)")
  }
}
