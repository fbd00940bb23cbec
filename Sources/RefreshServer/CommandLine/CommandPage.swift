/// What `refreshd COMMAND --help` prints of a command that is the server's own, and what help and manual tell of it.
public struct CommandPage: Sendable {
  /// The command's words.
  public let words: [String]
  /// As one writes it; an option that it does not name may be left out.
  let form: String
  /// One line, without a full stop.
  public let summary: String
  /// What a person should know.
  public let about: String
  /// Its options, as one writes them.
  public var options: [(form: String, meaning: String)] = []
  /// What its exit statuses mean.
  public let statuses: [(status: Int, meaning: String)]
  /// Lines to type.
  public let examples: [String]
  /// Whether the help of the whole program has a line on it.
  var isListed = true

  /// The page of a command.
  /// - Parameter arguments: the command's word, and what follows it; of words inside the command the page may be its own.
  static func find(_ arguments: some Collection<String>) -> CommandPage? {
    all.filter { arguments.starts(with: $0.words) }.max { $0.words.count < $1.words.count }
  }

  /// As one writes it, with its options.
  public var usage: String {
    options.allSatisfy { form.contains($0.form) } ? form : "\(form) [options]"
  }

  /// Lines for the help of the whole program: each command's form, and its summary from a column on.
  static var overview: String {
    all.filter(\.isListed).map { page in
      "       " + column(page.form, width: 35, before: 7) + page.summary
    }.joined(separator: "\n")
  }

  /// The page's text.
  var text: String {
    var lines = ["refreshd \(words.joined(separator: " ")): \(summary)", "", "usage: \(usage)", ""]
    lines += [about, ""]
    lines += (options + [("--help", "print this")]).map { Self.line($0.form, $0.meaning, at: 24) }
    lines += ["", "Exit status:"] + statuses.map { Self.line(String($0.status), $0.meaning, at: 6) }
    if !examples.isEmpty { lines += ["", "examples:"] + examples.map { "  \($0)" } }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ term: String, _ meaning: String, at column: Int) -> String {
    "  " + Self.column(term, width: column - 2, before: 2) + meaning
  }

  /// A term, and space up to where the next column begins: in the next line if the term is too long.
  private static func column(_ term: String, width: Int, before: Int) -> String {
    let room = width - term.count
    return term
      + (room < 2
        ? "\n" + String(repeating: " ", count: before + width) : String(repeating: " ", count: room))
  }
}

extension CommandPage {
  private static let database: [(form: String, meaning: String)] = [
    ("--db FILE", "the database; the server's start log names it"),
    ("--config FILE", "the configuration that names the database instead"),
  ]
  private static let usage = (status: 64, meaning: "the command line is wrong")
  private static let configuration = (status: 78, meaning: "the configuration that --config names is wrong")
  private static let failed = (status: 1, meaning: "it did not work; standard error says why")

  /// All of them.
  public static let all: [CommandPage] = [
    CommandPage(
      words: ["backup"], form: "refreshd backup FILE --db FILE",
      summary: "copies the database, also of a server that is running",
      about: """
        FILE, which must not be there yet, becomes a copy of what was durable at one moment. It is checked before it
        gets its name, so that a backup is whole or not there.
        """, options: database, statuses: [(0, "the backup is there"), failed, usage, configuration],
      examples: ["refreshd backup backup.sqlite --db /var/lib/refreshd/refresh.sqlite"]),
    CommandPage(
      words: ["restore"], form: "refreshd restore FILE --db FILE",
      summary: "puts a backup in the place of a database that no server uses",
      about: """
        The backup is checked first. What was in the database's place is kept beside it, and its name is told. Clients
        begin anew with what is there now. Stop the server before.
        """, options: database, statuses: [(0, "the backup is in its place"), failed, usage, configuration],
      examples: ["refreshd restore backup.sqlite --db /var/lib/refreshd/refresh.sqlite"]),
    CommandPage(
      words: ["check"], form: "refreshd check --db FILE",
      summary: "looks at every row of a database; changes nothing",
      about: """
        Looks at SQLite's structures, and at the number, digest and total of every row of every feed. A server may be
        at work on the database meanwhile.
        """, options: database, statuses: [(0, "the database is in order"), failed, usage, configuration],
      examples: ["refreshd check --db /var/lib/refreshd/refresh.sqlite"]),
    CommandPage(
      words: ["config"], form: "refreshd config check FILE | refreshd config example",
      summary: "looks at a configuration, or prints one",
      about: """
        'refreshd config check FILE' names line and field of every mistake; 'refreshd config example' prints a
        configuration with all that can be set. Each has a --help of its own.
        """, statuses: [(0, "it is printed, or in order"), usage, (78, "the configuration has mistakes")],
      examples: ["refreshd config example > refreshd.json5", "refreshd config check refreshd.json5"],
      isListed: false),
    CommandPage(
      words: ["config", "check"], form: "refreshd config check FILE",
      summary: "names line and field of every mistake in a configuration",
      about: """
        All mistakes are told at once, in the file's order, on standard output; what works and is probably not meant is
        told as a warning. The server says the same when it starts with the file.
        """, statuses: [(0, "the file is in order; there may be warnings"), usage, (78, "it has mistakes")],
      examples: ["refreshd config check refreshd.json5"]),
    CommandPage(
      words: ["config", "example"], form: "refreshd config example",
      summary: "prints a configuration with all that can be set",
      about: """
        It can be used as it is. Each field stands there with its meaning; what is commented out is a default, or what
        only you can know.
        """, statuses: [(0, "it is printed"), usage],
      examples: ["refreshd config example > refreshd.json5", "refreshd --config refreshd.json5"]),
    CommandPage(
      words: ["token"],
      form: "refreshd token [--role \(Help.choice(Role.self))] [--feed FEED]… [--name TEXT]",
      summary: "prints a new token and what to configure for it",
      about: """
        The token is shown only now: give it to who is to have it. The server is told its hash, from which it cannot be
        had, by an entry of the configuration's tokens or by --token. With one or more tokens nobody gets in without.
        """,
      options: [
        ("--role \(Help.choice(Role.self))", "what its bearer may do (pull)"),
        ("--feed FEED", "the feed that it is for (may be given again; all feeds if left out)"),
        ("--name TEXT", "what the log calls it"),
      ], statuses: [(0, "it is printed"), usage],
      examples: ["refreshd token --role view", "refreshd token --role append --feed builds --name ci"]),
    CommandPage(
      words: ["version"], form: "refreshd version", summary: "prints the version",
      about: "Name it when you tell somebody of a mistake in the program.",
      statuses: [(0, "it is printed")], examples: ["refreshd version"], isListed: false),
    CommandPage(
      words: ["help"], form: "refreshd help [COMMAND]",
      summary: "prints how the program, or one command, is used",
      about: "Without a command it prints the options of the server and lists the commands.",
      statuses: [(0, "it is printed"), usage], examples: ["refreshd help", "refreshd help config check"],
      isListed: false),
  ]
}
