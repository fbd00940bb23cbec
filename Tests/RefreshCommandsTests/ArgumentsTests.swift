import Testing

@testable import RefreshCommands

@Suite struct ArgumentsTests {
  private func mistake(_ words: [String], environment: [String: String] = [:]) throws -> CommandError? {
    let entry = try #require(Commands.all.first { $0.name == words[0] })
    do throws(CommandError) {
      let given = try Arguments(entry, words[1...], environment: environment)
      _ = try ServerAddress(given)
      if entry.operand == .feed { _ = try given.feed() }
      if case .word = entry.operand { _ = try given.word() }
      _ = try given.number("lines", in: 0...1_000)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    (["tail"], "name a feed"), (["tail", "Main"], "'Main' is no feed's name"),
    (["tail", "main", "more"], "'more' is too much"), (["tail", "main", "--line", "3"], "no option --line"),
    (["tail", "main", "-n", "3"], "no option -n"), (["tail", "main", "--lines"], "--lines needs a value"),
    (["tail", "main", "--lines", "1001"], "from 0 to 1000"),
    (["tail", "main", "--json=1"], "takes no value"),
    (["feeds", "main"], "'main' is too much"),
    (["completions", "fish"], "write refreshd completions bash|zsh"),
    (["feeds", "--token=rt_x"], "no option --token"),
    (
      ["feeds", "--server", "example.org/room"],
      "--server 'example.org/room': its scheme is missing: write http://example.org/room or https://example.org/room"
    ),
    (["feeds", "--server", "ftp://example.org"], "is no server's address"),
    (["feeds", "--server", "localhost:80800"], "its scheme is missing"),
    (["feeds", "--server", "http://a:b@example.org"], "without a name and a password"),
    (["feeds", "--server", "a:b@example.org:80"], "without a name and a password"),
    (["feeds", "--server", "http://example.org/?x"], "is no server's address"),
    (["feeds", "--token-file", "/nowhere/token"], "cannot be read: No such file"),
    (["feeds", "--token-file", "/dev/null"], "it is a device and no ordinary file"),
    (["feeds", "--token-file", "/etc/passwd"], "holds no token"),
  ])
  func `a wrong command line is told with what is wrong, status 64`(words: [String], message: String) throws {
    let error = try #require(try mistake(words))
    #expect(error.status == .usage)
    #expect(error.message.contains(message), "\(error.message)")
  }

  @Test(arguments: [
    ("http://127.0.0.1:8080/", "http://127.0.0.1:8080", "ws://127.0.0.1:8080/live"),
    ("HTTPS://example.org/room//", "https://example.org/room", "wss://example.org/room/live"),
    ("ws://[::1]:80", "http://[::1]:80", "ws://[::1]:80/live"),
    ("wss://example.org", "https://example.org", "wss://example.org/live"),
    ("localhost:8080", "http://localhost:8080", "ws://localhost:8080/live"),
    ("[::1]:8080/room/", "http://[::1]:8080/room", "ws://[::1]:8080/room/live"),
  ])
  func `an address leads to the routes and to the socket`(given: String, base: String, live: String) throws {
    let entry = FeedsCommand.entry
    let server = try ServerAddress(
      try Arguments(entry, [], environment: ["REFRESHD_SERVER": given, "REFRESHD_TOKEN": " rt_a\n"]))
    #expect(server.base == base)
    #expect(server.live == live)
    #expect(server.token == "rt_a")
  }

  @Test func `every command has help that names its options and statuses, and fits on a terminal`() {
    for entry in Commands.all {
      let help = CommandHelp.text(of: entry)
      for option in entry.options { #expect(help.contains("  \(option.form)")) }
      for status in CommandHelp.statuses(of: entry) { #expect(help.contains("  \(status.status.rawValue) ")) }
      for line in help.split(separator: "\n") { #expect(line.count <= 112, "\(line)") }
      #expect(Commands.overview.contains(entry.form))
    }
  }
}
