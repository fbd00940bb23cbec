import RefreshSockets
import RefreshSources

/// What the command line asks for.
public enum Invocation: Sendable {
  /// Run the server.
  case serve(ServeOptions)
  /// Look after the database.
  case maintain(Maintenance)
  /// Make a token.
  case token(NewToken)
  /// Print how the command is used.
  case help
  /// Print the version.
  case version

  /// Reads the arguments, without the command's own name.
  /// - Throws: ``StartError`` with code `usage` that names the argument.
  public init(_ arguments: [String]) throws(StartError) {
    var rest = arguments[...]
    if let first = rest.first, !first.hasPrefix("-") {
      switch first {
      case "serve": rest = rest.dropFirst()
      case "backup", "restore", "check":
        self = rest.contains("--help") ? .help : .maintain(try Maintenance(first, rest.dropFirst()))
        return
      case "token":
        self = rest.contains("--help") ? .help : .token(try NewToken(rest.dropFirst()))
        return
      case "help":
        self = .help
        return
      default:
        throw StartError(.usage, "'\(first)' is no command of refreshd; see 'refreshd --help'")
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

/// The options of `refreshd serve`, as given; what is not given is `nil` or empty.
public struct ServeOptions: Sendable {
  var listen: ListenAddress?
  var origins: [WebOrigin] = []
  var tokens: [AccessToken] = []
  /// Whether everybody who reaches the server is let in.
  var isOpen = false
  var certificate: String?
  var key: String?
  var trustedProxies: [IPNetwork] = []
  var database: String?
  var source: SourceSpec?
  var configuration: String?
  var web: String?
  var logLevel: LogLevel?
  var tunables: [(tunable: Tunable, value: Int)] = []
  var policy: [(field: PolicyField, value: PolicyField.Value)] = []

  /// Takes one option and, if it has one, its value: `--name VALUE` or `--name=VALUE`.
  mutating func take(_ argument: String, from rest: inout ArraySlice<String>) throws(StartError) {
    guard argument.hasPrefix("--") else {
      throw StartError(.usage, "'\(argument)' is unexpected: options start with --; see 'refreshd --help'")
    }
    let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard Self.known(name) else {
      throw StartError(.usage, "there is no option --\(name); see 'refreshd --help'")
    }
    if name == "open" {
      guard parts.count == 1 else { throw StartError(.usage, "--open takes no value") }
      isOpen = true
      return
    }
    guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
      throw StartError(.usage, "--\(name) needs a value; see 'refreshd --help'")
    }
    try set(name, value)
  }

  private static let main = [
    "listen", "origin", "token", "open", "tls-cert", "tls-key", "trusted-proxy", "db", "source", "config",
    "web", "log",
  ]

  private static func known(_ name: String) -> Bool {
    main.contains(name) || Tunable.all.contains { $0.name == name }
      || PolicyField.all.contains { $0.flag == name }
  }

  private mutating func set(_ name: String, _ value: String) throws(StartError) {
    switch name {
    case "listen":
      guard let address = ListenAddress(value) else {
        throw StartError(
          .usage, "--listen \(value): write HOST:PORT, such as 127.0.0.1:8080, [::1]:8080 or 0.0.0.0:8080")
      }
      listen = address
    case "origin":
      guard let origin = WebOrigin(value) else {
        throw StartError(.usage, "--origin \(value): \(WebOrigin.form)")
      }
      origins.append(origin)
    case "token":
      // What is written there is not repeated: it may be the token itself.
      guard let token = AccessToken(option: value) else {
        throw StartError(
          .usage, "--token: write ROLE:HASH as 'refreshd token' prints it, with a role \(Role.form)")
      }
      tokens.append(token)
    case "trusted-proxy":
      guard let proxy = IPNetwork(value) else {
        throw StartError(.usage, "--trusted-proxy \(value): \(IPNetwork.form)")
      }
      trustedProxies.append(proxy)
    case "db": database = try path(name, value)
    case "tls-cert": certificate = try path(name, value)
    case "tls-key": key = try path(name, value)
    case "config": configuration = try path(name, value)
    case "web": web = try path(name, value)
    case "source":
      do {
        source = try SourceSpec(parsing: value)
      } catch {
        // What is written there is not repeated: an address may hold a password.
        throw StartError(.usage, "--source: \(error.description)")
      }
    case "log":
      guard let level = LogLevel(rawValue: value) else {
        let levels = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
        throw StartError(.usage, "--log \(value): the levels are \(levels)")
      }
      logLevel = level
    default: try setAdvanced(name, value)
    }
  }

  private func path(_ name: String, _ value: String) throws(StartError) -> String {
    if value.isEmpty || value.utf8.contains(0) {
      throw StartError(.usage, "--\(name) needs a path, which is empty here")
    }
    return value
  }

  private mutating func setAdvanced(_ name: String, _ value: String) throws(StartError) {
    if let tunable = Tunable.all.first(where: { $0.name == name }) {
      guard let number = Int(value), tunable.range.contains(number) else {
        throw StartError(
          .usage,
          "--\(name) \(value): write a whole number from \(tunable.range.lowerBound) to \(tunable.range.upperBound)"
        )
      }
      tunables.append((tunable, number))
    } else if let field = PolicyField.all.first(where: { $0.flag == name }) {
      guard let parsed = field.value(from: value) else {
        throw StartError(.usage, "--\(name) \(value): write \(field.form)")
      }
      policy.append((field, parsed))
    }
  }
}
