/// What the command line asks for.
public enum Invocation: Sendable {
  /// Run the server.
  case serve(ServeOptions)
  /// Look after the database.
  case maintain(Maintenance)
  /// Look at a configuration, or print one.
  case configuration(ConfigurationCommand)
  /// Make a token.
  case token(NewToken)
  /// Print how the program is used.
  case help
  /// Print how one command is used.
  case page(String)
  /// Print the version.
  case version

  private static let commands = ["serve", "backup", "restore", "check", "config", "token", "version", "help"]

  /// Reads the arguments, without the command's own name.
  /// - Parameters:
  ///   - environment: what is said there instead.
  ///   - others: the words of commands that are not the server's, for who has mistyped one.
  /// - Throws: ``StartError`` with code `usage` that names the argument.
  public init(_ arguments: [String], environment: [String: String] = [:], others: [String] = [])
    throws(StartError)
  {
    var rest = arguments[...]
    if let first = rest.first, !first.hasPrefix("-") {
      if rest.contains(where: { $0 == "--help" || $0 == "-h" }), let page = CommandPage.find(rest) {
        self = .page(page.text)
        return
      }
      switch first {
      case "serve": rest = rest.dropFirst()
      case "backup", "restore", "check":
        self = .maintain(try Maintenance(first, rest.dropFirst(), environment: environment))
        return
      case "config":
        self = .configuration(try ConfigurationCommand(rest.dropFirst()))
        return
      case "token":
        self = .token(try NewToken(rest.dropFirst()))
        return
      case "version":
        self = .version
        return
      case "help":
        let words = rest.dropFirst()
        let page = CommandPage.find(words)
        if let word = words.first, word != "serve", page == nil { throw Self.unknown(word, others) }
        self = page.map { .page($0.text) } ?? .help
        return
      default: throw Self.unknown(first, others)
      }
    }
    var options = ServeOptions()
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h":
        self = .help
        return
      case "--version":
        self = .version
        return
      default:
        try options.take(argument, from: &rest)
      }
    }
    self = .serve(options)
  }

  private static func unknown(_ word: String, _ others: [String]) -> StartError {
    let question = NearestName.question(word, in: commands + others)
    let what = question.isEmpty ? "; see 'refreshd --help'" : question
    return StartError(.usage, "'\(word)' is no command of refreshd\(what)")
  }
}
