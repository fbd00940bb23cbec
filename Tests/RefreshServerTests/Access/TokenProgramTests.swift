import Foundation
import Glibc
import RefreshWire
import Testing

@testable import RefreshServer

/// Tokens as the operator meets them: on the command line, in the configuration and in the log.
@Suite struct TokenProgramTests {
  private func database() -> String { LiveServer.temporaryFolder() + "/p.sqlite" }

  @Test(arguments: ["0.0.0.0:0", "[::]:0", "192.0.2.1:0", "room.invalid:0"])
  func `beyond this machine it does not listen without tokens, unless it is told so`(address: String) throws {
    let refused = try Program(["--listen", address, "--db", database()])
    #expect(refused.wait() == 64)
    let lines = refused.complaints.split(separator: "\n")
    #expect(lines.count == 1, "\(refused.complaints)")
    for word in [address, "--open", "refreshd token"] { #expect(lines[0].contains(word), "\(lines)") }
  }

  @Test(arguments: [["--open"], ["--token", "view:\(Tokens.known(Tokens.view, .view).hash)"]])
  func `with a token or told so it listens there`(arguments: [String]) throws {
    let program = try Program(["--listen", "0.0.0.0:0", "--db", database()] + arguments)
    let port = try program.ready()
    let status = arguments == ["--open"] ? 200 : 401
    let host = "Host: 127.0.0.1"
    #expect(try BareRequest(port: port, "GET /feeds HTTP/1.1", [host]).status == status)
    #expect(
      try BareRequest(port: port, "GET /feeds HTTP/1.1", [host] + Tokens.bearer(Tokens.view)).status == 200)
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }

  @Test(arguments: ["127.0.0.1:0", "127.1.2.3:0", "[::1]:0", "localhost:0"])
  func `on this machine alone it listens as ever`(address: String) throws {
    let program = try Program(["--listen", address, "--db", database()])
    _ = try program.ready()
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }

  @Test
  func `the token that is printed is the one that is let in, on the command line and in the configuration`()
    throws
  {
    let made = try Program(["token", "--role", "view", "--name=wall"])
    #expect(made.wait() == 0)
    let lines = try made.rest().split(separator: "\n").map(String.init)
    #expect(lines.count == 3, "\(lines)")
    let token = try #require(lines[0].split(separator: " ").last.map(String.init))
    let option = try #require(lines[2].split(separator: " ").last.map(String.init))
    let entry = try #require(lines[1].firstRange(of: "{ ").map { String(lines[1][$0.lowerBound...]) })
    let file = LiveServer.temporaryFolder() + "/c.json5"
    try "{ tokens: [\(entry)], feeds: { main: { source: 'lines' } } }".write(
      toFile: file, atomically: true, encoding: .utf8)
    for arguments in [["--token", option], ["--config", file]] {
      let program = try Program(["--listen", "127.0.0.1:0", "--db", database()] + arguments)
      let port = try program.ready()
      let host = "Host: 127.0.0.1"
      #expect(try BareRequest(port: port, "GET /feeds HTTP/1.1", [host] + Tokens.bearer(token)).status == 200)
      #expect(
        try BareRequest(port: port, "GET /feeds HTTP/1.1", [host] + Tokens.bearer(Tokens.view)).status == 401)
      program.send(SIGTERM)
      #expect(program.wait() == 0)
    }
  }

  @Test func `a token for a feed says so in its entry`() throws {
    let made = try Program(["token", "--feed", "main", "--feed", "other", "--role", "append"])
    #expect(made.wait() == 0)
    #expect(try made.rest().contains(#"role: "append", hash: "sha256:"#))
    let other = try Program(["token", "--feed", "Main"])
    #expect(other.wait() == 64)
  }

  @Test func `neither right nor wrong tokens are in the log, that there was a wrong one is there once`()
    throws
  {
    let secret = AccessToken.make()
    let known = Tokens.known(secret, .admin)
    let database = database()
    let program = try Program([
      "--listen", "127.0.0.1:0", "--db", database, "--log", "debug", "--token", "admin:\(known.hash)",
    ])
    let port = try program.ready()
    let upgrade = [
      "Host: 127.0.0.1", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    let wrong = AccessToken.make()
    for token in [secret, wrong] {
      let shown = Base64URL.encode(Array(token.utf8))
      let inProtocol = ["Sec-WebSocket-Protocol: refresh.v1, token.\(shown)"]
      for fields in [inProtocol, Tokens.bearer(token)] {
        let answer = try BareRequest(port: port, "GET /live HTTP/1.1", upgrade + fields)
        #expect(answer.status == 101)
        #expect(!answer.whole.contains(token))
        #expect(!answer.whole.contains(shown))
      }
      let json = ["Host: 127.0.0.1", "Content-Type: application/json"]
      let answer = try BareRequest(
        port: port, "POST /sign-in HTTP/1.1", json, body: #"{"token":"\#(token)"}"#)
      #expect(answer.status == (token == secret ? 204 : 401))
    }
    program.send(SIGTERM)
    #expect(program.wait() == 0)
    for token in [secret, wrong] {
      #expect(!program.complaints.contains(token))
      #expect(!program.complaints.contains(Base64URL.encode(Array(token.utf8))))
    }
    #expect(program.complaints.components(separatedBy: "a wrong token from 127.0.0.1").count == 2)
    for file in try FileManager.default.contentsOfDirectory(
      atPath: (database as NSString).deletingLastPathComponent)
    {
      let path = (database as NSString).deletingLastPathComponent + "/" + file
      #expect(FileManager.default.contents(atPath: path)?.firstRange(of: Data(secret.utf8)) == nil, "\(file)")
    }
  }

  @Test func `a token in the place of its hash is refused and not repeated`() throws {
    let token = AccessToken.make()
    let file = LiveServer.temporaryFolder() + "/c.json5"
    try """
    { tokens: [{ role: "view", hash: "\(token)" }, { role: "boss", hash: "\(Tokens.all[0].hash)" }, 1,
               { role: "view", hash: "\(Tokens.all[0].hash)", feeds: ["none"] }, { feed: "main" }],
      feeds: { main: { source: "lines" } } }
    """.write(toFile: file, atomically: true, encoding: .utf8)
    for (arguments, status) in [(["--token", "view:\(token)"], 64), (["--config", file], 78)]
      as [([String], Int32)]
    {
      let program = try Program(["--db", database()] + arguments)
      #expect(program.wait() == status)
      #expect(!program.complaints.contains(token))
      #expect(program.complaints.contains("refreshd token"))
      guard status == 78 else { continue }
      for field in ["[0].hash", "[1].role", "[2]", "[4].feed", "[4].hash", "[4].role"] {
        #expect(program.complaints.contains("tokens\(field): "), "\(field) in \(program.complaints)")
      }
    }
  }

  @Test func `a token for a feed that is not there is a mistake in the configuration`() throws {
    let file = LiveServer.temporaryFolder() + "/c.json5"
    try """
    { tokens: [{ role: "view", hash: "\(Tokens.all[0].hash)", feeds: ["none"] }], feeds: { main: { source: "lines" } } }
    """.write(toFile: file, atomically: true, encoding: .utf8)
    let program = try Program(["--db", database(), "--config", file])
    #expect(program.wait() == 78)
    #expect(program.complaints.contains("tokens[0].feeds[0]: there is no feed none"), "\(program.complaints)")
  }

  @Test func `the configuration may leave the server open`() throws {
    let file = LiveServer.temporaryFolder() + "/c.json5"
    let feeds = "feeds: { main: { source: 'lines' } }"
    try "{ listen: '0.0.0.0:0', \(feeds) }".write(toFile: file, atomically: true, encoding: .utf8)
    let refused = try Program(["--db", database(), "--config", file])
    #expect(refused.wait() == 78)
    #expect(refused.complaints.contains("--open"))
    try "{ listen: '0.0.0.0:0', open: true, \(feeds) }".write(toFile: file, atomically: true, encoding: .utf8)
    let program = try Program(["--db", database(), "--config", file])
    _ = try program.ready()
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }
}
