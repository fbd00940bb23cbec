import RefreshWire

/// The command that makes a token: it prints the token, which is kept nowhere, and what to configure for it.
public struct NewToken: Equatable, Sendable {
  private var role = Role.pull
  private var name: String?
  private var feeds: [FeedName] = []

  /// Reads what follows the command's word.
  init(_ arguments: ArraySlice<String>) throws(StartError) {
    var rest = arguments
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard ["--role", "--name", "--feed"].contains(parts[0]) else {
        throw StartError(
          .usage,
          "token takes --role, --name and --feed, not '\(argument)'; see 'refreshd token --help'")
      }
      guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
        throw StartError(.usage, "\(parts[0]) needs a value; see 'refreshd token --help'")
      }
      try set(String(parts[0]), value)
    }
  }

  private mutating func set(_ option: String, _ value: String) throws(StartError) {
    switch option {
    case "--role":
      guard let role = Role(rawValue: value) else { throw StartError(.usage, "--role: write \(Role.form)") }
      self.role = role
    case "--feed":
      guard let feed = FeedName(value) else { throw StartError(.usage, "--feed \(value): is no feed's name") }
      feeds.append(feed)
    default:
      guard !value.isEmpty, value.unicodeScalars.allSatisfy({ $0.value >= 32 && $0 != "\"" && $0 != "\\" })
      else {
        throw StartError(.usage, "--name: write a name without quotes, backslashes and line breaks")
      }
      name = value
    }
  }

  /// Makes a token.
  /// - Returns: it, and what the server is told of it.
  func carryOut() -> String {
    let token = AccessToken.make()
    let made = AccessToken(
      name: name, digest: Secret.digest(Array(token.utf8)), role: role,
      feeds: feeds.isEmpty ? nil : Set(feeds))
    var fields = ["role: \"\(role.rawValue)\"", "hash: \"\(made.hash)\""]
    if let name { fields.insert("name: \"\(name)\"", at: 0) }
    if !feeds.isEmpty { fields.append("feeds: [\(feeds.map { "\"\($0.text)\"" }.joined(separator: ", "))]") }
    let option = feeds.isEmpty ? "\non the command line:          --token \(role.rawValue):\(made.hash)" : ""
    return """
      the token, shown only now:    \(token)
      in the configuration, tokens: { \(fields.joined(separator: ", ")) },\(option)
      """
  }
}
