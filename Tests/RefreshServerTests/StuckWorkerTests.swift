import CSQLite
import Foundation
import Glibc
import Testing

/// A source that is held up on a thread of its own, where neither a deadline nor a stop reaches it.
@Suite struct StuckWorkerTests {
  /// One step of the database that takes minutes.
  private static let query =
    "SELECT instr(hex(zeroblob(7000000)), hex(zeroblob(3500000)) || '1')"

  @Test func `sources that are held up hold up neither the others nor the server's end`() async throws {
    let folder = LiveServer.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var feeds = (1...5).map {
      "stuck\($0): { top: 'header', source: { sqlite: '\(folder)/other.sqlite', query: \"\(Self.query)\" } }"
    }
    feeds.append("good: { top: 'header', source: 'file:\(folder)/lines' }")
    try "{ feeds: { \(feeds.joined(separator: ",\n")) } }".write(
      toFile: folder + "/c.json5", atomically: true, encoding: .utf8)
    try "one\n".write(toFile: folder + "/lines", atomically: true, encoding: .utf8)
    var other: OpaquePointer?
    #expect(sqlite3_open(folder + "/other.sqlite", &other) == SQLITE_OK)
    #expect(sqlite3_exec(other, "CREATE TABLE t(x)", nil, nil, nil) == SQLITE_OK)
    sqlite3_close(other)
    let program = try Program([
      "--config", folder + "/c.json5", "--db", folder + "/x.sqlite", "--listen", "127.0.0.1:0", "--drain",
      "1000",
    ])
    let port = try program.ready()
    let post = { (path: String) in
      try await HTTP.ask("POST", URL(string: "http://127.0.0.1:\(port)/feeds/\(path)")!)
    }
    for number in 1...5 { #expect(try await post("stuck\(number)/refresh").status == 202) }
    #expect(try await post("good/refresh?wait=1").json["last"] != nil)
    // It is waited for a minute, and the queries take several.
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }
}
