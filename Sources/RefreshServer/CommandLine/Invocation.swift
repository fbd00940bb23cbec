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
  /// Print how the command is used.
  case help
  /// Print the version.
  case version

  private static let commands = ["serve", "backup", "restore", "check", "config", "token", "help"]

  /// Reads the arguments, without the command's own name.
  /// - Parameter environment: what is said there instead.
  /// - Throws: ``StartError`` with code `usage` that names the argument.
  public init(_ arguments: [String], environment: [String: String] = [:]) throws(StartError) {
    var rest = arguments[...]
    if let first = rest.first, !first.hasPrefix("-") {
      switch first {
      case "serve": rest = rest.dropFirst()
      case "backup", "restore", "check":
        self =
          rest.contains("--help")
          ? .help : .maintain(try Maintenance(first, rest.dropFirst(), environment: environment))
        return
      case "config":
        self = rest.contains("--help") ? .help : .configuration(try ConfigurationCommand(rest.dropFirst()))
        return
      case "token":
        self = rest.contains("--help") ? .help : .token(try NewToken(rest.dropFirst()))
        return
      case "help":
        self = .help
        return
      default:
        let question = NearestName.question(first, in: Self.commands)
        throw StartError(
          .usage, "'\(first)' is no command of refreshd\(question); see 'refreshd --help'")
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
}
