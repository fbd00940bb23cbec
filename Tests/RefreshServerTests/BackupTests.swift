import Foundation
import RefreshWire
import Testing

@testable import RefreshServer

/// Backup and return with the real executable, as an operator does it.
@Suite struct BackupTests {
  private func run(_ arguments: String...) throws -> (status: Int32, said: String) {
    let program = try Program(arguments)
    let said = try program.rest()
    return (program.wait(), said + program.complaints)
  }

  private func subscribe(_ port: Int, after position: String?) async throws -> SubscribedMessage {
    let raw = try await RawClient("ws://127.0.0.1:\(port)/live")
    let after = position.map { #","after":"\#($0)""# } ?? ""
    raw.send(#"{"type":"subscribe","feed":"main"\#(after)}"#)
    return try await raw.until { if case .subscribed(let answer) = $0 { answer } else { nil } }
  }

  @Test func `a running server is backed up; put back, clients begin anew once and then go on`() async throws
  {
    let folder = LiveServer.temporaryFolder()
    let (database, backup) = (folder + "/live.sqlite", folder + "/backup.sqlite")
    let arguments = ["--listen", "127.0.0.1:0", "--db", database, "--source", "lines"]
    let first = try Program(arguments)
    let port = try first.ready()
    let rows = URL(string: "http://127.0.0.1:\(port)/feeds/main/rows")!
    let text = ["Content-Type": "text/plain"]
    #expect(try await HTTP.ask("POST", rows, text, Data("a\nb\n".utf8)).status == 201)
    let made = try run("backup", backup, "--db", database)
    #expect(made.status == 0, "\(made.said)")
    #expect(made.said.contains("main with rows 1 to 2"))
    let later = try await HTTP.ask("POST", rows, text, Data("lost\n".utf8)).json["pos"] as? String
    #expect(try run("restore", backup, "--db", database).said.contains("in use"))
    first.send(SIGKILL)
    first.wait()

    let restored = try run("restore", backup, "--db", database)
    #expect(restored.status == 0, "\(restored.said)")
    #expect(restored.said.contains("live.sqlite.before-"))
    #expect(try run("check", "--db", database).status == 0)
    let second = try Program(arguments)
    let again = try second.ready()
    let begun = try await subscribe(again, after: later)
    #expect(begun.mode == .reset(.epoch))
    #expect(begun.head == 2)
    let resumed = try await subscribe(again, after: begun.pos)
    #expect(resumed.mode == .resume)
    second.send(SIGTERM)
    #expect(second.wait() == 0)
  }
}
