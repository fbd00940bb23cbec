import Foundation
import Glibc
import RefreshClient
import RefreshEngine
import RefreshWire
import Testing

@testable import RefreshServer

/// The executable as people start and stop it.
@Suite struct ProgramTests {
  private func database() -> String { LiveServer.temporaryFolder() + "/p.sqlite" }

  @Test(arguments: [
    (["--frobnicate"], 64, "--frobnicate"), (["--listen", "nowhere"], 64, "HOST:PORT"),
    (["--config", "/no/such.json"], 78, "/no/such.json"), (["--web", "/etc"], 1, "/etc"),
    (["--listen", "203.0.113.7:0", "--open"], 1, "203.0.113.7"),
    (["--db", "/proc/none/x.sqlite"], 1, "/proc/none"),
  ])
  func `a start that cannot be ends with its status and one clear line`(
    arguments: [String], status: Int32, words: String
  ) throws {
    let database = arguments.contains("--db") ? [] : ["--db", database()]
    let program = try Program(arguments + database)
    #expect(program.wait() == status)
    let complaints = program.complaints.split(separator: "\n").filter { $0.hasPrefix("refreshd: ") }
    #expect(complaints.count == 1, "\(program.complaints)")
    #expect(complaints.first?.contains(words) == true, "\(program.complaints)")
  }

  @Test(arguments: ["--help", "help"])
  func `help is printed`(argument: String) throws {
    let program = try Program([argument])
    #expect(program.wait() == 0)
    // Beside what the server says of itself there are the program's other commands.
    let lines = Set(try program.rest().split(separator: "\n"))
    #expect(lines.isSuperset(of: Help.text.split(separator: "\n")))
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal stops it in order: sources stopped, clients told, status 0`(signal: Int32) async throws {
    let marker = "34\(Int.random(in: 100_000...999_999))"
    let database = database()
    let program = try Program([
      "--listen", "127.0.0.1:0", "--db", database, "--source", "command:sleep \(marker)",
    ])
    let port = try program.ready()
    let raw = try await RawClient("ws://127.0.0.1:\(port)/live")
    raw.send(#"{"type":"subscribe","feed":"main"}"#)
    raw.send(#"{"type":"refresh","feed":"main"}"#)
    _ = try await raw.until { if case .reply = $0 { true } else { nil } }
    try await eventually("the command runs") { Processes.exist(with: "sleep\0\(marker)") }
    program.send(signal)
    let bye = try await raw.until { if case .bye(let bye) = $0 { bye } else { nil } }
    #expect(bye.why == "draining")
    #expect(bye.after > 0)
    #expect(try await raw.close().code == 4200)
    #expect(program.wait() == 0)
    #expect(!Processes.exist(with: "sleep\0\(marker)"))

    let again = try Program(["--listen", "127.0.0.1:0", "--db", database, "--source", "command:echo x"])
    let url = URL(string: "http://127.0.0.1:\(try again.ready())/feeds/main")!
    let state = try await HTTP.ask("GET", url).json["state"] as? [String: Any]
    #expect((state?["last"] as? [String: Any])?["outcome"] as? String == "cancelled")
    again.send(SIGTERM)
    #expect(again.wait() == 0)
  }

  @Test func `with all standard descriptors closed it serves, runs commands and stops as ever`() async throws
  {
    let database = database()
    let file = LiveServer.temporaryFolder() + "/port"
    let port = try Program.freePort()
    let command = "echo ran > \(file); echo row"
    let shell =
      "exec \(Program.executable) --listen 127.0.0.1:\(port) --db \(database) --source '\(command)' <&- >&- 2>&-"
    let program = try Program(
      ["-c", shell.replacing("--source '", with: "--source 'command:")], executable: "/bin/sh")
    let url = URL(string: "http://127.0.0.1:\(port)/feeds/main/refresh?wait=1")!
    try await eventually("the server answers") { (try? await HTTP.ask("POST", url))?.status == 200 }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "ran\n")
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }

  @Test func `a log that nobody reads holds nothing up`() async throws {
    let program = try Program(
      ["--listen", "127.0.0.1:0", "--db", database(), "--log", "debug"], errorsUnread: true)
    let port = try program.ready()
    for _ in 0..<40 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<40 {
          group.addTask { _ = try await RawClient("ws://127.0.0.1:\(port)/live").hello() }
        }
        try await group.waitForAll()
      }
    }
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }

  @Test func `a second server on the same database is refused, and the first goes on`() async throws {
    let database = database()
    let first = try Program(["--listen", "127.0.0.1:0", "--db", database])
    let port = try first.ready()
    let second = try Program(["--listen", "127.0.0.1:0", "--db", database])
    #expect(second.wait() == 1)
    #expect(second.complaints.contains(database), "\(second.complaints)")
    #expect(try await HTTP.ask("GET", URL(string: "http://127.0.0.1:\(port)/healthz")!).status == 200)
    first.send(SIGTERM)
    #expect(first.wait() == 0)
  }

  @Test func `a taken port is told`() throws {
    let first = try Program(["--listen", "127.0.0.1:0", "--db", database()])
    let port = try first.ready()
    let second = try Program(["--listen", "127.0.0.1:\(port)", "--db", database()])
    #expect(second.wait() == 1)
    #expect(second.complaints.contains("\(port)"))
    first.send(SIGTERM)
    #expect(first.wait() == 0)
  }

  @Test func `a run that a crash interrupted is told as failed after the restart`() async throws {
    let database = database()
    let arguments = ["--listen", "127.0.0.1:0", "--db", database, "--source", "command:sleep 600"]
    let program = try Program(arguments)
    let port = try program.ready()
    let base = "http://127.0.0.1:\(port)/feeds/main"
    let run = try await HTTP.ask("POST", URL(string: base + "/refresh?name=Anna")!).integer("run")
    // An append behind it is durable only when the start of the run is.
    _ = try await HTTP.ask(
      "POST", URL(string: base + "/rows")!, ["Content-Type": "text/plain"], Data("x".utf8))
    program.send(SIGKILL)
    #expect(program.wait() == -SIGKILL)
    let again = try Program(arguments)
    let state =
      try await HTTP.ask("GET", URL(string: "http://127.0.0.1:\(try again.ready())/feeds/main")!)
      .json["state"] as? [String: Any]
    let last = state?["last"] as? [String: Any]
    #expect(last?["id"] as? Int == run)
    #expect(last?["outcome"] as? String == "failed")
    #expect((last?["error"] as? [String: Any])?["code"] as? String == "interrupted")
    #expect((last?["by"] as? [String: Any])?["name"] as? String == "Anna")
    again.send(SIGTERM)
    #expect(again.wait() == 0)
  }

  @Test func `a page and a name that are refused are told once in the log, with what to set`() async throws {
    let program = try Program([
      "--listen", "127.0.0.1:0", "--db", database(), "--origin", "https://room.example",
    ])
    let port = try program.ready()
    for _ in 0..<3 {
      let page = ["Host: room.example", "Origin: https://evil.example"]
      #expect(try BareRequest(port: port, "POST /feeds/main/rows HTTP/1.1", page, body: "x").status == 403)
      #expect(try BareRequest(port: port, "GET / HTTP/1.1", ["Host: other.example"]).status == 421)
    }
    #expect(try BareRequest(port: port, "GET / HTTP/1.1", ["Host: room.example"]).status == 200)
    #expect(try BareRequest(port: port, "GET / HTTP/1.0", []).status == 200)
    program.send(SIGTERM)
    #expect(program.wait() == 0)
    for advice in ["--origin https://evil.example", "--origin http://other.example"] {
      #expect(program.complaints.components(separatedBy: advice).count == 2, "\(program.complaints)")
    }
  }
}
