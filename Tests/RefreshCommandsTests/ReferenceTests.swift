import Foundation
import RefreshServer
import Testing

@testable import RefreshCommands

/// The manual page and the completions, made of the tables.
@Suite struct ReferenceTests {
  private let help = Help.text(commands: Commands.overview)

  @Test func `what the server's help says is read whole: each option with its meaning, each command`() {
    let known = KnownCommands(serverHelp: help)
    let options = help.matches(of: /(?m)^  (--[a-z-]+)/).map { String($0.1.dropFirst(2)) }
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
    #expect(known.commands.first { $0.name == "backup" }?.options.map(\.name) == ["db"])
  }

  @Test func `a command of several forms is one command, with all their words and options`() {
    let known = KnownCommands(
      serverHelp: """
        refreshd 1

        usage: refreshd [serve] [options]
               refreshd config check FILE         says what is wrong with
                                                  a file
               refreshd config example [--all]    prints one
        """)
    let config = known.commands.filter { $0.name == "config" }
    #expect(config.map(\.operand) == [.word(["check", "example"])])
    #expect(config.first?.summary == "says what is wrong with a file")
    #expect(config.first?.options.map(\.name) == ["all"])
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
    for option in KnownCommands(serverHelp: help).server {
      #expect(check.output.contains("--\(option.name)"))
    }
  }

  @Test(arguments: [
    (["ta"], 1, ["tail"]), (["--li"], 1, ["--limit", "--listen"]), (["tail", "--li"], 2, ["--lines"]),
    (["pull", "x", "--edge", ""], 4, ["bottom", "top"]), (["--trigger", "re"], 2, ["reach", "release"]),
    (["completions", ""], 2, ["bash", "zsh"]), (["tail", "--server", "HERE", "he"], 4, ["header"]),
    (["--tls-cert", String(#filePath.dropLast(6))], 2, [#filePath]),
  ])
  func `bash completes commands, options, their values and feeds`(words: [String], at: Int, found: [String])
    async throws
  {
    let server = try await RunningServer()
    let words = words.map { $0 == "HERE" ? "http://127.0.0.1:\(server.port)" : $0 }
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    let call = try await Called.shell(
      """
      eval "$(refreshd completions bash)"; COMP_WORDS=(\(Executable.url.path) \(line)); COMP_CWORD=\(at)
      compopt() { :; }; _refreshd; printf '%s\\n' "${COMPREPLY[@]}" | sort
      """)
    #expect(call.lines == found, "\(call.errors)")
  }

  @Test func `zsh and shellcheck find nothing wrong with the completions`() async throws {
    let call = try await Called.shell(
      "refreshd completions zsh | zsh -n /dev/stdin && refreshd completions bash | shellcheck -s bash -")
    #expect(call.status == 0, "\(call.output) \(call.errors)")
  }

  @Test func `each command line of the documentation and of the help names what there is`() throws {
    let article = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/refreshd/Documentation.docc/CommandLine.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let blocks =
      text.split(separator: "\n").filter { $0.hasPrefix("    ") }
      + Commands.all.flatMap(\.examples).map { $0[...] }
    let known = KnownCommands(serverHelp: help).commands
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
