import RefreshSockets
import RefreshSources

/// The options of `refreshd serve`, as given; what is not given is `nil` or empty.
public struct ServeOptions: Sendable {
  var listen: ListenAddress?
  var origins: [WebOrigin] = []
  var tokens: [AccessToken] = []
  /// Whether everybody who reaches the server is let in.
  var isOpen: Bool?
  var certificate: String?
  var key: String?
  var trustedProxies: [IPNetwork] = []
  var database: String?
  var source: SourceSpec?
  var configuration: String?
  var web: String?
  var logLevel: LogLevel?
  var logFormat: LogFormat?
  var tunables: [(tunable: Tunable, value: Int)] = []
  var policy: [(field: PolicyField, value: PolicyField.Value)] = []

  /// The options that are no setting of `advanced`.
  static let main = [
    "listen", "origin", "token", "open", "tls-cert", "tls-key", "trusted-proxy", "db", "source", "config",
    "web", "log", "log-format",
  ]
  static var names: [String] { main + Tunable.all.map(\.name) + PolicyField.all.map(\.flag) }

  /// Takes one option and, if it has one, its value: `--name VALUE` or `--name=VALUE`.
  mutating func take(_ argument: String, from rest: inout ArraySlice<String>) throws(StartError) {
    guard argument.hasPrefix("--") else {
      throw StartError(.usage, "'\(argument)' is unexpected: options start with --; see 'refreshd --help'")
    }
    let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard Self.names.contains(name) else {
      let near = NearestName.find(name, in: Self.names).map { "; did you mean --\($0)?" }
      throw StartError(.usage, "there is no option --\(name)\(near ?? "; see 'refreshd --help'")")
    }
    if name == "open" {
      guard parts.count == 1 else { throw StartError(.usage, "--open takes no value") }
      isOpen = true
      return
    }
    guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
      throw StartError(.usage, "--\(name) needs a value; see 'refreshd --help'")
    }
    try set(name, value, as: "--\(name)")
  }

  /// Sets an option.
  /// - Parameter label: what the operator calls it, in complaints.
  mutating func set(_ name: String, _ value: String, as label: String) throws(StartError) {
    func wrong(_ words: String) -> StartError { StartError(.usage, "\(label) \(value): \(words)") }
    switch name {
    case "listen":
      guard let address = ListenAddress(value) else {
        throw wrong("write HOST:PORT, such as 127.0.0.1:8080, [::1]:8080 or 0.0.0.0:8080")
      }
      listen = address
    case "origin":
      guard let origin = WebOrigin(value) else { throw wrong(WebOrigin.form) }
      origins.append(origin)
    case "token":
      // What is written there is not repeated: it may be the token itself.
      guard let token = AccessToken(option: value) else {
        throw StartError(
          .usage, "\(label): write ROLE:HASH as 'refreshd token' prints it, with a role \(Role.form)")
      }
      tokens.append(token)
    case "open":
      guard let truth = Bool(value) else { throw wrong("write true or false") }
      isOpen = truth
    case "trusted-proxy":
      guard let proxy = IPNetwork(value) else { throw wrong(IPNetwork.form) }
      trustedProxies.append(proxy)
    case "db": database = try path(value, label)
    case "tls-cert": certificate = try path(value, label)
    case "tls-key": key = try path(value, label)
    case "config": configuration = try path(value, label)
    case "web": web = try path(value, label)
    case "source":
      do {
        source = try SourceSpec(parsing: value)
      } catch {
        // What is written there is not repeated: an address may hold a password.
        throw StartError(.usage, "\(label): \(error.description)")
      }
    case "log":
      guard let level = LogLevel(rawValue: value) else {
        throw wrong("the levels are \(LogLevel.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      logLevel = level
    case "log-format":
      guard let format = LogFormat(rawValue: value) else { throw wrong("write \(LogFormat.form)") }
      logFormat = format
    default: try setAdvanced(name, value, label)
    }
  }

  private func path(_ value: String, _ label: String) throws(StartError) -> String {
    if value.isEmpty || value.utf8.contains(0) {
      throw StartError(.usage, "\(label) needs a path, which is empty here")
    }
    return value
  }

  private mutating func setAdvanced(_ name: String, _ value: String, _ label: String) throws(StartError) {
    if let tunable = Tunable.all.first(where: { $0.name == name }) {
      guard let number = tunable.value(from: value) else {
        throw StartError(.usage, "\(label) \(value): write \(tunable.form)")
      }
      tunables.append((tunable, number))
    } else if let field = PolicyField.all.first(where: { $0.flag == name }) {
      guard let parsed = field.value(from: value) else {
        throw StartError(.usage, "\(label) \(value): write \(field.form)")
      }
      policy.append((field, parsed))
    }
  }
}
