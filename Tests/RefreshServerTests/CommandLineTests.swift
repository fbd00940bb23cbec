import Foundation
import RefreshEngine
import RefreshSources
import Testing

@testable import RefreshServer

@Suite struct CommandLineTests {
  private func failure(_ arguments: [String]) -> StartError? {
    do throws(StartError) {
      guard case .serve(let options) = try Invocation(arguments) else { return nil }
      _ = try Settings(options, environment: ["HOME": "/nowhere"])
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    (["--frobnicate"], "--frobnicate"), (["swerve"], "swerve"), (["--listen"], "--listen needs a value"),
    (["--listen", "8080"], "HOST:PORT"), (["--tls-cert", "a"], "--tls-key belong together"),
    (["--tls-key", "a"], "--tls-key belong together"), (["--open=yes"], "--open takes no value"),
    (["--origin", "example.org"], "--origin example.org: write an origin such as"),
    (["--origin", "https://example.org/room"], "without a path"),
    (["--trusted-proxy", "example.org"], "--trusted-proxy example.org: write an address such as"),
    (["--address-connections", "0"], "--address-connections 0: write a whole number from 1"),
    (["--source", "gopher:x"], "--source: unknown source \"gopher:x\""),
    (["--log", "loud"], "error, warning, info, debug"),
    (["--heartbeat", "soon"], "write milliseconds, or a text such as 30s"),
    (["--threshold", "0"], "--threshold"), (["--silence", "1000"], "longer than ping"),
    (["--limit=1"], "--limit"), (["--db", ""], "--db needs a path"),
    (["--source", "lines", "--config", "x.json"], "exclude each other"),
    (["serve", "extra"], "'extra' is unexpected"),
    (["--trigger", "sometimes"], "reach|release"),
  ])
  func `a wrong command line is told with the argument and what to write, status 64`(
    arguments: [String], words: String
  ) throws {
    let error = try #require(failure(arguments))
    #expect(error.code == .usage)
    #expect(error.message.contains(words), "\(error.message)")
  }

  @Test(arguments: [
    (["backup", "--db", "a"], "backup takes one file"),
    (["restore", "x", "y", "--db", "a"], "restore takes one file"),
    (["check", "x", "--db", "a"], "check takes no file"), (["check"], "--db FILE"),
    (["backup", "x"], "--db FILE"),
    (["check", "--db"], "--db needs a value"), (["check", "--listen", "x"], "no option --listen"),
  ])
  func `what a command for the database lacks is said`(arguments: [String], words: String) throws {
    let error = try #require(failure(arguments))
    #expect(error.code == .usage)
    #expect(error.message.contains(words), "\(error.message)")
  }

  @Test func `without source and configuration it is the demo, in a database of its own`() throws {
    guard case .serve(let options) = try Invocation([]) else { throw StartError(.usage, "not serve") }
    let settings = try Settings(options, environment: ["HOME": "/home/anna"])
    #expect(settings.feeds.map(\.name.text) == ["main", "overlay", "footer", "header"])
    #expect(settings.feeds.map(\.workTime) == [1_000, 1_000, 5_000, 1_000])
    #expect(settings.feeds.map(\.seed.count) == [5, 5, 100, 5])
    #expect(settings.database == "/home/anna/.local/state/refreshd/demo.sqlite")
    #expect(settings.listen.text == "127.0.0.1:8080")
  }

  @Test(arguments: [
    (["STATE_DIRECTORY": "/var/lib/a:/var/lib/b", "HOME": "/h"], "/var/lib/a/refresh.sqlite"),
    (["XDG_STATE_HOME": "/x", "HOME": "/h"], "/x/refreshd/refresh.sqlite"),
    (["HOME": "/h"], "/h/.local/state/refreshd/refresh.sqlite"),
  ])
  func `the database is where the environment keeps state`(environment: [String: String], path: String) throws
  {
    guard case .serve(let options) = try Invocation(["--source", "command:date"]) else { return }
    #expect(try Settings(options, environment: environment).database == path)
  }

  @Test func `origins can be given one after the other`() throws {
    let arguments = ["--origin", "https://example.org", "--origin=http://room.lan:8080"]
    guard case .serve(let options) = try Invocation(arguments) else { return }
    let settings = try Settings(options, environment: ["HOME": "/h"])
    #expect(settings.origins.map(\.text) == ["https://example.org", "http://room.lan:8080"])
  }

  @Test func `a policy's field is set at every edge of every feed`() throws {
    guard case .serve(let options) = try Invocation(["--deadline", "1000", "--cooldown=50"]) else { return }
    let settings = try Settings(options, environment: ["HOME": "/h"])
    for feed in settings.feeds {
      for edge in Edge.allCases {
        guard let policy = feed.policy[edge] else { continue }
        #expect(policy.deadline == 1_000)
        #expect(policy.cooldown == 50)
      }
    }
  }

  @Test func `each command, and each word inside one, has help of its own`() throws {
    let calls = Help.text.matches(of: /(?m)^ +refreshd ([a-z]+)( [a-z]+)?/).map { match in
      [String(match.1)] + (match.2.map { [String($0.dropFirst())] } ?? [])
    }
    #expect(calls.count >= 6 && calls.contains(["config", "example"]), "\(calls)")
    var pages: Set<String> = []
    for call in calls + [["config"], ["version"], ["help"]] {
      for asked in [call + ["--help"], call + ["-h"], ["help"] + call] {
        guard case .page(let text) = try Invocation(asked) else {
          Issue.record("\(asked) prints no page of its own")
          continue
        }
        #expect(text.hasPrefix("refreshd \(call.joined(separator: " ")): "), "\(text)")
        #expect(text.contains("usage: refreshd \(call[0])") && text.contains("Exit status:"))
        for line in text.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
        pages.insert(text)
      }
    }
    #expect(pages.count == calls.count + 3)
    for word in ["backup", "restore", "check", "config"] {
      #expect(CommandPage.find([word])?.text.contains("\n  78  ") == true, "\(word)")
    }
    // What the help says of them in its own lines stands in their pages, too.
    for option in ["--role", "--feed", "--name"] {
      #expect(CommandPage.find(["token"])?.text.contains(option) == true)
    }
    guard case .help = try Invocation(["help"]), case .help = try Invocation(["serve", "--help"]) else {
      Issue.record("the server's own help is not the whole")
      return
    }
  }

  @Test(arguments: [
    (["tial"], "did you mean tail?"), (["help", "tokn"], "did you mean token?"),
    (["versoin"], "did you mean version?"),
  ])
  func `a command that is mistyped is told the one that is meant`(arguments: [String], words: String) {
    let error = #expect(throws: StartError.self) { try Invocation(arguments, others: ["tail", "pull"]) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test func `help names every option`() {
    for tunable in Tunable.all { #expect(Help.text.contains("--\(tunable.name) ")) }
    for field in PolicyField.all { #expect(Help.text.contains("--\(field.flag) ")) }
    for option in [
      "listen", "origin", "token", "open", "tls-cert", "tls-key", "trusted-proxy", "db", "source", "config",
      "web", "log", "log-format", "help",
      "version",
    ] {
      #expect(Help.text.contains("--\(option)"))
    }
  }
}
