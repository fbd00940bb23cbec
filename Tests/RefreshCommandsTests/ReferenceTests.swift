import Foundation
import RefreshServer
import Testing

@testable import RefreshCommands
@testable import refreshd

/// The manual page and the completions, made of the tables.
@Suite struct ReferenceTests {
  private let reference = ServerReference.ofServer

  @Test func `what the server's help says is read whole: each option with its meaning, each command`() {
    let known = KnownCommands(reference)
    let options = reference.help.matches(of: /(?m)^  (--[a-z-]+)/).map { String($0.1.dropFirst(2)) }
    #expect(options.count > 50)
    #expect(Set(known.server.map(\.name)).isSuperset(of: options))
    for option in known.server { #expect(option.meaning.count > 5, "--\(option.name)") }
    #expect(known.server.first { $0.name == "trigger" }?.kind == .choice(["reach", "release"]))
    #expect(known.server.first { $0.name == "tls-cert" }?.kind == .file)
    #expect(known.server.first { $0.name == "open" }?.value == nil)
    let names = known.commands.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(names).isSuperset(of: ["backup", "restore", "check", "token", "tail", "man"]), "\(names)")
    for command in known.commands { #expect(command.summary.count > 5, "\(command.name)") }
    #expect(
      known.server.first { $0.name == "log" }?.kind == .choice(["error", "warning", "info", "debug"]))
    #expect(known.server.first { $0.name == "log-format" }?.kind == .choice(["text", "json"]))
    let backup = known.commands.first { $0.name == "backup" }
    #expect(backup?.options.map(\.name) == ["db", "config", "help"] && backup?.files == [""])
    let config = known.commands.first { $0.name == "config" }
    #expect(config?.operand == .word(["check", "example"]) && config?.files == ["check"])
    let token = known.commands.first { $0.name == "token" }
    #expect(
      token?.options.map(\.kind) == [.choice(["view", "pull", "append", "admin"]), .feed, .text, .text])
    #expect(token?.files == [])
  }

  @Test func `a command of several forms is one command, with all their words and options`() {
    let known = KnownCommands(
      ServerReference(
        help: "",
        commands: [
          .init(words: ["disk"], usage: "refreshd disk look FILE | refreshd disk tell", summary: "does one"),
          .init(
            words: ["disk", "look"], usage: "refreshd disk look FILE [options]", summary: "looks",
            options: [("--deep", "further down"), ("--as text|json", "how")]),
          .init(
            words: ["disk", "tell"], usage: "refreshd disk tell", summary: "tells",
            options: [("--as text|json", "how")]),
        ]))
    let disk = known.commands.filter { $0.name == "disk" }
    #expect(disk.map(\.operand) == [.word(["look", "tell"])])
    #expect(disk.first?.summary == "does one" && disk.first?.files == ["look"])
    #expect(disk.first?.options.map(\.name) == ["deep", "as", "help"])
    #expect(disk.first?.options[1].kind == .choice(["text", "json"]))
  }

  @Test func `the manual page tells of each command what its help does`() throws {
    let check = ManPage.text(reference).replacing("\\-", with: "-").replacing("\\(aq", with: "'")
    for page in CommandPage.all where page.words != ["config"] {
      let title = ".SS \"\(page.usage.replacing("…", with: "..."))\"\n"
      let rest = check[try #require(check.firstRange(of: title), "\(page.usage)").upperBound...]
      let text = rest[..<(rest.firstRange(of: "\n.S")?.lowerBound ?? rest.endIndex)]
      for part in page.options.flatMap({ [$0.form, $0.meaning] }) + page.statuses.map(\.meaning)
        + page.examples + page.about.split(separator: "\n").map(String.init)
      {
        #expect(text.contains(part), "\(page.words): \(part)")
      }
    }
  }

  @Test func `the manual page has no mistake that groff finds, and names every command and option`()
    async throws
  {
    let check = try await Called.shell(
      "refreshd man | LC_ALL=C groff -man -ww -z; refreshd man | LC_ALL=C groff -man -Tascii -rLL=300n | col -b"
    )
    #expect(check.status == 0 && check.errors.isEmpty, "\(check.errors)")
    for entry in Commands.all {
      #expect(check.output.contains("\(entry.form) [options]"))
      for option in entry.options { #expect(check.output.contains(option.form)) }
    }
    let statuses = check.output.matches(of: /(?m)^ +(\d+) +[a-z]/).map { String($0.1) }
    for entry in Commands.all {
      for status in entry.statuses.map({ $0.status }) {
        // Where all commands are spoken of, too.
        let own = Commands.all.filter { $0.statuses.contains { $0.status == status } }.count
        #expect(statuses.filter { $0 == String(status.rawValue) }.count > own, "\(status)")
      }
    }
    for option in KnownCommands(reference).server {
      #expect(check.output.contains("--\(option.name)"))
    }
  }

  @Test func `no paragraph of the manual page is broken, nor is a word that is to be typed`() {
    let lines = ManPage.text(reference).split(separator: "\n").map(String.init)
    let starts = lines.indices.filter { lines[$0] == ".PP" && lines[$0 + 1] != ".RS 4" }
    #expect(starts.count > 30)
    for text in starts.map({ lines[$0 + 1] }) {
      let isWhole = text.first.map { $0.isUppercase || $0.isNumber || $0 == "\\" } == true
      #expect(isWhole && [".", ":"].contains(text.suffix(1)), "\(text)")
    }
    #expect(lines.contains(".nh"))
    #expect(!lines.contains { $0.hasSuffix(";") }, "a meaning ends in the midst of a sentence")
  }

  @Test func `each command line of the documentation and of the help names what there is`() throws {
    let article = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/refreshd/Documentation.docc/CommandLine.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let blocks =
      text.split(separator: "\n").filter { $0.hasPrefix("    ") }
      + Commands.all.flatMap(\.examples).map { $0[...] }
    let known = KnownCommands(reference).commands
    var calls = 0
    for line in blocks {
      for match in line.matches(of: /refreshd ([a-z]+)([^|;>&)]*)/) {
        guard let command = known.first(where: { $0.name == match.1 }) else {
          if !line.contains("refreshd drive  main") {
            Issue.record("there is no command \(match.1): \(line)")
          }
          continue
        }
        calls += 1
        for option in match.2.matches(of: /--([a-z-]+)/) {
          #expect(command.options.contains { $0.name == option.1 }, "\(line)")
        }
      }
    }
    #expect(calls > 25)
    for entry in Commands.all { #expect(text.contains("refreshd \(entry.name)"), "\(entry.name)") }
  }
}
