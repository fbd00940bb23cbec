/// The same options as variables: `--keep-rows` is `REFRESHD_KEEP_ROWS`.
extension ServeOptions {
  /// What the names of the variables begin with.
  static let prefix = "REFRESHD_"
  /// Those of which there may be several in one variable, with spaces between.
  private static let repeated: Set = ["origin", "token", "trusted-proxy"]

  /// Those of the commands that talk to a server.
  private static let others: Set = ["REFRESHD_SERVER", "REFRESHD_TOKEN"]

  /// The name of an option's variable. `REFRESHD_TOKEN` is a token that the other commands show; what the server knows of
  /// tokens has a name of its own.
  static func variable(_ option: String) -> String {
    option == "token" ? "REFRESHD_TOKENS" : prefix + option.uppercased().replacing("-", with: "_")
  }

  /// Reads the variables. An empty one counts as not there.
  /// - Throws: ``StartError`` that names the variable, also one that there is not.
  init(environment: [String: String]) throws(StartError) {
    let variables = Dictionary(uniqueKeysWithValues: Self.names.map { (Self.variable($0), $0) })
    for (variable, value) in environment.sorted(by: { $0.key < $1.key })
    where variable.hasPrefix(Self.prefix) && !value.isEmpty {
      guard let option = variables[variable] else {
        if Self.others.contains(variable) {
          guard value.contains(":sha256:") else { continue }
          throw StartError(
            .usage, "\(variable) is a token to be shown; those that the server lets in are in REFRESHD_TOKENS"
          )
        }
        throw StartError(
          .usage,
          "the variable \(variable) is none of refreshd's\(NearestName.question(variable, in: variables.keys.sorted()))"
        )
      }
      let values = Self.repeated.contains(option) ? value.split(separator: " ").map(String.init) : [value]
      for value in values { try set(option, value, as: variable) }
    }
  }

  /// These options with what only others say; of what may be there several times, those of both. They name one place
  /// that rows come from: a source or a configuration here counts before both there.
  func completed(by other: ServeOptions) -> ServeOptions {
    var all = self
    all.listen = listen ?? other.listen
    all.origins = other.origins + origins
    all.tokens = other.tokens + tokens
    all.isOpen = isOpen ?? other.isOpen
    all.certificate = certificate ?? other.certificate
    all.key = key ?? other.key
    all.trustedProxies = other.trustedProxies + trustedProxies
    all.database = database ?? other.database
    if source == nil, configuration == nil {
      all.source = other.source
      all.configuration = other.configuration
    }
    all.web = web ?? other.web
    all.logLevel = logLevel ?? other.logLevel
    all.logFormat = logFormat ?? other.logFormat
    all.tunables = other.tunables + tunables
    all.policy = other.policy + policy
    return all
  }
}
