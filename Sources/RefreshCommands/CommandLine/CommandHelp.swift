/// The text of `refreshd COMMAND --help`.
enum CommandHelp {
  /// How a command is used.
  static func text(of entry: CommandEntry) -> String {
    var lines = ["\(entry.form): \(entry.summary)", "", "usage: \(entry.form) [options]", ""]
    lines += [entry.about, ""]
    lines += entry.options.map { line($0.form, $0.meaning) } + [line("--help", "print this"), ""]
    lines += ["Exit status:"]
    lines += statuses(of: entry).map { line("\($0.status.rawValue)", $0.meaning, at: 6) }
    if !entry.examples.isEmpty { lines += ["", "examples:"] + entry.examples.map { "  \($0)" } }
    return lines.joined(separator: "\n") + "\n"
  }

  /// All exit statuses of a command.
  static func statuses(of entry: CommandEntry) -> [(status: ExitStatus, meaning: String)] {
    let own = entry.statuses
    // Not each command asks a server.
    let asks = entry.options.contains { $0.name == "server" }
    let rest: [(status: ExitStatus, meaning: String)] = [
      (.ok, "it is done"), (.failed, "it did not work; standard error says why"),
      (.refused, "the server does not allow it, or knows no such feed"),
      (.connection, "the server cannot be reached"), (.usage, "the command line is wrong"),
    ].filter { usual in asks || ![.refused, .connection].contains(usual.0) }
      .filter { usual in !own.contains { $0.status == usual.0 } }
    return (own + rest).sorted { $0.status.rawValue < $1.status.rawValue }
  }

  private static func line(_ term: String, _ meaning: String, at column: Int = 22) -> String {
    let padding = String(repeating: " ", count: max(2, column - 2 - term.count))
    let room = 100 - column
    var lines = [""]
    for word in meaning.split(separator: " ") {
      if lines[lines.count - 1].count + word.count + 1 > room { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    let indent = "\n" + String(repeating: " ", count: max(column, term.count + 4))
    return "  \(term)\(padding)\(lines.joined(separator: indent))"
  }
}
