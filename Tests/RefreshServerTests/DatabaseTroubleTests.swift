import Foundation
import Glibc
import Testing

@testable import RefreshServer

/// What the program says when its database cannot be used as it should be.
@Suite struct DatabaseTroubleTests {
  private let database = LiveServer.temporaryFolder() + "/t.sqlite"

  private func start(_ source: String = "command:true") throws -> (program: Program, rows: URL) {
    let program = try Program([
      "--listen", "127.0.0.1:0", "--db", database, "--source", source, "--settle", "0", "--minimum-visible",
      "0",
    ])
    return (program, URL(string: "http://127.0.0.1:\(try program.ready())/feeds/main/rows")!)
  }

  private func stop(_ program: Program) {
    program.send(SIGTERM)
    #expect(program.wait() == 0, "\(program.complaints)")
  }

  private func append(_ rows: URL, _ text: String) async throws -> Answer {
    try await HTTP.ask("POST", rows, ["Content-Type": "text/plain"], Data(text.utf8))
  }

  private func refresh(_ rows: URL) async throws -> [String: Any] {
    let url = URL(string: "refresh?wait=1", relativeTo: rows)!
    return try await HTTP.ask("POST", url).json["last"] as? [String: Any] ?? [:]
  }

  /// A start that must fail, with one line that names the file; the file stays as it is.
  private func expectRefusal(_ words: String) throws {
    let before = FileManager.default.contents(atPath: database)
    let program = try Program(["--listen", "127.0.0.1:0", "--db", database])
    #expect(program.wait() == 1)
    let lines = program.complaints.split(separator: "\n").filter { $0.hasPrefix("refreshd: ") }
    #expect(lines.count == 1, "\(program.complaints)")
    #expect(lines.first?.contains(database) == true && lines.first?.contains(words) == true, "\(lines)")
    #expect(FileManager.default.contents(atPath: database) == before)
  }

  @Test func `a file that is no database, or is damaged, is told at the start and left as it is`()
    async throws
  {
    try Data("<html>".utf8).write(to: URL(filePath: database))
    try expectRefusal("is not a database of refreshd")
    try FileManager.default.removeItem(atPath: database)
    let (program, rows) = try start()
    let text = (1...900).map { "row \($0) \(String(repeating: "x", count: 200))" }.joined(separator: "\n")
    #expect(try await append(rows, text).status == 201)
    stop(program)
    let whole = try #require(FileManager.default.contents(atPath: database))
    try whole.prefix(whole.count / 2).write(to: URL(filePath: database))
    try expectRefusal("is damaged")
  }

  @Test func `a database that is taken away is told by each answer and once in the log`() async throws {
    let (program, rows) = try start("command:echo row")
    #expect(try await append(rows, "a").status == 201)
    try FileManager.default.removeItem(atPath: database)
    for _ in 0..<2 {
      let refused = try await append(rows, "lost")
      #expect(refused.status == 503)
      #expect(refused.code == "storage")
      #expect((refused.error["message"] as? String)?.contains("\(database) is gone") == true)
    }
    for _ in 0..<3 { #expect(try await refresh(rows)["outcome"] as? String == "failed") }
    #expect(try await HTTP.ask("GET", rows).texts == ["a"])
    #expect(!FileManager.default.fileExists(atPath: database))
    stop(program)
    let lines = program.complaints.split(separator: "\n").filter { $0.contains("\(database) is gone") }
    #expect(lines.filter { !$0.contains("feed main") }.count == 1, "\(program.complaints)")
    for words in [
      "feed main: rows were refused", "'s start could not be stored", "'s end could not be stored",
    ] {
      #expect(lines.filter { $0.contains(words) }.count == 1, "\(program.complaints)")
    }
  }

  @Test func `without space an append and a run fail in words, and both work when there is room`()
    async throws
  {
    let (program, rows) = try start("command:yes \(String(repeating: "y", count: 1_000)) | head -n 1000")
    #expect(try await append(rows, "before").status == 201)
    // As on a full disk: no file of the process may grow beyond this.
    try program.limitFiles(to: "400000")
    let big = [String](repeating: String(repeating: "x", count: 8_000), count: 100).joined(separator: "\n")
    let refused = try await append(rows, big)
    #expect(refused.status == 507)
    #expect(refused.code == "storage")
    #expect((refused.error["message"] as? String)?.contains("No space left to write \(database)") == true)
    let failed = try await refresh(rows)
    #expect(failed["outcome"] as? String == "failed")
    #expect((failed["error"] as? [String: Any])?["code"] as? String == "storage")
    #expect(((failed["error"] as? [String: Any])?["message"] as? String)?.contains("No space left") == true)
    #expect(try await HTTP.ask("GET", rows).texts == ["before"])

    try program.limitFiles(to: "unlimited")
    #expect(try await append(rows, big).integer("first") == 2)
    #expect(try await refresh(rows)["outcome"] as? String == "ok")
    #expect(
      try await HTTP.ask("GET", URL(string: "rows?limit=1", relativeTo: rows)!).integer("head") == 1_101)
    stop(program)
    let (again, there) = try start()
    #expect(
      try await HTTP.ask("GET", URL(string: "rows?limit=1", relativeTo: there)!).integer("head") == 1_101)
    stop(again)
  }

  @Test func `a limit of file size is no signal that ends the server`() throws {
    let (program, _) = try start()
    let ignored = try #require(
      Processes.tell("status", of: program.process).firstMatch(of: /SigIgn:\s*([0-9a-f]+)/)
    ).1
    #expect(try #require(UInt64(ignored, radix: 16)) >> UInt64(SIGXFSZ - 1) & 1 == 1)
    stop(program)
  }
}
