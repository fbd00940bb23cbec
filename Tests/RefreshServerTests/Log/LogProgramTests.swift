import Foundation
import Glibc
import TestSupport
import Testing

@testable import RefreshServer

/// The log of a running program.
@Suite struct LogProgramTests {
  private static let fields: Set = ["time", "level", "message", "feed", "run", "client", "request"]

  private func lines(_ program: Program) throws -> [[String: Any]] {
    try program.complaints.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "no JSON: \(line)")
    }
  }

  @Test func `every line is JSON, says what it is about, and holds nothing secret and nobody's line`() throws
  {
    let source =
      "command:printf 'x\\n2026-01-01T00:00:00.000Z error forged\\n{\"level\":\"error\"}\\n' >&2; exit 3"
    let program = try Program([
      "--listen", "127.0.0.1:0", "--db", LiveServer.temporaryFolder() + "/l.sqlite", "--log", "debug",
      "--log-format", "json", "--source", source, "--token",
      "admin:\(Tokens.known(Tokens.admin, .admin).hash)",
    ])
    let port = try program.ready()
    let ask = { (line: String, fields: [String], body: String) in
      try BareRequest(port: port, "\(line) HTTP/1.1", ["Host: 127.0.0.1:\(port)"] + fields, body: body)
    }
    let admin = Tokens.bearer(Tokens.admin)
    let wrong = AccessToken.make()
    #expect(
      try ask("POST /feeds/main/refresh?wait=1&name=A%22B", admin + ["X-Request-Id: mine.1"], "").status
        == 200)
    #expect(try ask("GET /feeds/main/rows?tail=7&secret=hush", admin, "").status == 200)
    #expect(try ask("GET /feeds/%E2%80%A8x", Tokens.bearer(wrong), "").status == 401)
    let type = ["Content-Type: application/json"]
    #expect(try ask("POST /sign-in", type, #"{"token":"\#(Tokens.admin)"}"#).status == 204)
    #expect(try ask("GET /live", BareSocket.upgrade + admin, "").status == 101)
    program.send(SIGTERM)
    #expect(program.wait() == 0)

    let lines = try lines(program)
    for line in lines {
      #expect(Set(line.keys).isSubset(of: Self.fields))
      #expect(["error", "warning", "info", "debug"].contains(line["level"] as? String))
      #expect(line["time"] is String)
    }
    let about = { (words: String) in lines.filter { ($0["message"] as? String ?? "").contains(words) } }
    let failed = try #require(about("run 1 failed").first)
    #expect(failed["run"] as? Int == 1)
    #expect(failed["feed"] as? String == "main")
    #expect(failed["level"] as? String == "info")
    #expect(about("POST /feeds/main/refresh from 127.0.0.1: 200").first?["request"] as? String == "mine.1")
    #expect((about("GET /feeds/main/rows from 127.0.0.1: 200").first?["request"] as? String)?.count == 16)
    #expect((about("connected from 127.0.0.1").first?["client"] as? String)?.count == 12)
    #expect(about("forged").count == 1)
    for secret in [Tokens.admin, wrong, "hush", "tail=7"] {
      #expect(!program.complaints.contains(secret))
    }
  }

  @Test func `an answer has its request's id; one that is no plain word is replaced`() throws {
    let server = try LiveServer()
    defer { server.stop() }
    let id = { (fields: [String]) in try server.bare("GET /feeds", fields).header("x-request-id") }
    #expect(try id(["X-Request-Id: 0af7651916cd43dd8448eb211c80319c"]) == "0af7651916cd43dd8448eb211c80319c")
    let long = String(repeating: "a", count: 65)
    var made: Set<String> = []
    for wrong in ["a b", "a\"b", long, "é", "a;b", "a, b"] {
      let answer = try #require(try id(["X-Request-Id: \(wrong)"]))
      #expect(answer.wholeMatch(of: /[0-9a-f]{16}/) != nil)
      made.insert(answer)
    }
    #expect(made.count == 6)
    #expect(try server.bare("GET /").header("x-request-id") == nil)
    #expect(try server.bare("GET /", ["X-Request-Id: a"]).header("x-request-id") == "a")
    #expect(try server.bare("GET /feeds/none").header("x-request-id")?.count == 16)
  }

  @Test func `who does not write one of the two forms is told`() throws {
    let program = try Program(["--log-format", "xml"])
    #expect(program.wait() == 64)
    #expect(program.complaints.contains("--log-format xml: write text or json"))
    let file = Array("{ logFormat: 'xml', feeds: {} }".utf8)
    let mistakes = Configuration(file, file: "f", environment: [:]).notes.mistakes
    #expect(mistakes.contains { $0.contains(#"logFormat: must be "text" or "json""#) }, "\(mistakes)")
  }
}
