import Foundation
import TestSupport
import Testing

/// Answers that leave out rows, as a cache in between may give them: never taken for a feed's end.
@Suite struct StrangeRowsTests {
  /// Gives the bodies that it is started with, one after the other, and the last one from then on.
  private static let server = """
    import http.server, sys
    bodies = sys.argv[1:]
    class Rows(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def do_GET(self):
            body = (bodies.pop(0) if len(bodies) > 1 else bodies[0]).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        def log_message(self, *_):
            pass
    door = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Rows)
    print(door.server_port, flush=True)
    door.serve_forever()
    """
  private static let hollow = #"{"first":1,"rows":[],"pos":"p","head":1000000,"floor":1}"#
  private static func one(of head: Int) -> String {
    #"{"first":1,"rows":[{"text":"a","at":1}],"pos":"p","head":\#(head),"floor":1}"#
  }

  private func call(_ command: String, _ bodies: [String]) async throws -> Called {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.path + "/server.py"
    try Data(Self.server.utf8).write(to: URL(filePath: file))
    let given = bodies.map { "'\($0)'" }.joined(separator: " ")
    let server = try Calling("exec python3 \(file) \(given) 2>/dev/null")
    defer { server.interrupt() }
    try await server.until("the server's port") { $0.output.hasSuffix("\n") }
    return try await Called.shell("refreshd \(command) --server http://127.0.0.1:\(server.output.dropLast())")
  }

  @Test(arguments: ["export main", "tail main --after 0"])
  func `a feed that has a million rows and gives none is a failure, in words`(command: String) async throws {
    let call = try await call(command, [Self.hollow])
    #expect(call.status == 1)
    #expect(call.output.isEmpty)
    #expect(
      call.errors.contains("main goes up to row 1000000, and gives none from row 1 on"), "\(call.errors)")
    #expect(call.errors.contains("--server"))
  }

  @Test func `rows that come again in the place of those that follow are a failure, and printed once`()
    async throws
  {
    let call = try await call("export main", [Self.one(of: 9)])
    #expect(call.status == 1)
    #expect(call.lines == [#"{"seq":1,"at":1,"text":"a"}"#])
    #expect(call.errors.contains("row 1 of main where it was asked for row 2"), "\(call.errors)")
  }

  @Test func `a row that was appended while the server read comes with the next page`() async throws {
    let call = try await call("export main", [Self.hollow, Self.one(of: 1)])
    #expect(call.status == 0, "\(call.errors)")
    #expect(call.lines.count == 1 && call.errors.isEmpty, "\(call.errors)")
  }

  @Test func `a feed without rows is no failure`() async throws {
    let call = try await call("export main", [#"{"first":1,"rows":[],"pos":"p","head":0,"floor":1}"#])
    #expect(call.status == 0 && call.output.isEmpty && call.errors.isEmpty, "\(call.errors)")
  }
}
