import RefreshEngine
import RefreshSockets
import RefreshWire

extension Settings {
  /// Settings from the command line, the environment, and the configuration file that one of them names. What the
  /// command line says counts before the environment, and that before the file; sockets that listen already count before
  /// all.
  /// - Throws: ``StartError`` that names the option, or every field that is wrong.
  public init(
    _ options: ServeOptions, environment: [String: String], inherited: [InheritedSocket] = []
  ) throws(StartError) {
    let options = options.completed(by: try ServeOptions(environment: environment))
    if options.source != nil, options.configuration != nil {
      throw StartError(
        .usage, "--source and --config exclude each other: the configuration names each feed's source")
    }
    var configuration: Configuration?
    if let file = options.configuration {
      configuration = try Configuration(file: file, environment: environment)
    }
    try self.init(options, configuration, inherited: inherited)
    if let given = options.database ?? configuration?.database {
      database = given
    } else {
      let isDemo = options.source == nil && configuration == nil
      database = try Places.stateFolder(environment) + (isDemo ? "/demo.sqlite" : "/refresh.sqlite")
    }
    if let given = options.web ?? configuration?.web { web = given } else { web = try Places.web() }
    guard Places.isPage(web) else {
      throw StartError(
        .failure, "\(web) holds no index.html; name the folder of the page's files with --web DIR")
    }
  }

  /// All that does not depend on where this machine keeps files.
  init(
    _ options: ServeOptions, _ configuration: Configuration?, inherited: [InheritedSocket] = []
  ) throws(StartError) {
    var feeds = configuration?.feeds ?? .demo
    if let source = options.source {
      feeds = [FeedSettings(name: FeedName("main")!, title: "main", policy: .main, source: source)]
    }
    try Self.override(&feeds, with: options)
    self.init(database: "", web: "", feeds: feeds)
    self.inherited = inherited
    listen = inherited.first?.address ?? options.listen ?? configuration?.listen ?? listen
    tokens = (configuration?.tokens ?? []) + options.tokens
    tls = try options.tls() ?? configuration?.tls
    origins = (configuration?.origins ?? []) + options.origins
    trustedProxies = (configuration?.trustedProxies ?? []) + options.trustedProxies
    logLevel = options.logLevel ?? configuration?.logLevel ?? logLevel
    logFormat = options.logFormat ?? configuration?.logFormat ?? logFormat
    for (tunable, value) in configuration?.tunables ?? [] { tunables[keyPath: tunable.path] = value }
    for (tunable, value) in options.tunables { tunables[keyPath: tunable.path] = value }
    warnings = configuration?.notes.warnings ?? []
    try check(isOpen: options.isOpen ?? configuration?.isOpen ?? false, options, configuration)
  }

  /// Looks at what can be wrong only in the whole. With a configuration all its mistakes are told together.
  private func check(isOpen: Bool, _ options: ServeOptions, _ configuration: Configuration?)
    throws(StartError)
  {
    // A token that could not be read is a token that was meant.
    let isNear = ([listen] + inherited.map(\.address)).allSatisfy(\.isThisMachineOnly)
    if tokens.isEmpty, !isOpen, !isNear, configuration?.meansTokens != true {
      let words =
        "\(listen.text) can be reached from other machines, and without tokens whoever reaches it may read, append and refresh: make a token with 'refreshd token', or say --open if that is meant"
      guard let configuration, options.listen == nil else {
        throw StartError(inherited.isEmpty ? .usage : .configuration, words)
      }
      configuration.mistake("listen", words: words)
    }
    if tunables.silence <= tunables.ping {
      let words =
        "silence (\(tunables.silence) ms) must be longer than ping (\(tunables.ping) ms), or every quiet peer is given up"
      guard let configuration else { throw StartError(.usage, words) }
      configuration.mistake("settings", "silence", words: words)
    }
    try configuration?.check()
  }

  private static func override(_ feeds: inout [FeedSettings], with options: ServeOptions) throws(StartError) {
    guard !options.policy.isEmpty else { return }
    for index in feeds.indices {
      for edge in Edge.allCases {
        guard var policy = feeds[index].policy[edge] else { continue }
        for (field, value) in options.policy where !field.set(&policy, value) {
          throw StartError(.usage, "--\(field.flag): write \(field.form)")
        }
        if !options.policy.contains(where: { $0.field.name == "rest" }) { policy.fitRest() }
        do {
          try policy.validate()
        } catch {
          let field = PolicyField.all.first { $0.name == error.field }
          throw StartError(
            .usage,
            "--\(field?.flag ?? error.field): \(error.message) (\(edge.rawValue) edge of feed \(feeds[index].name.text))"
          )
        }
        feeds[index].policy[edge] = policy
      }
    }
  }
}

extension ServeOptions {
  fileprivate func tls() throws(StartError) -> TLSFiles? {
    if certificate == nil, key == nil { return nil }
    guard let certificate, let key else {
      throw StartError(
        .usage,
        "--tls-cert and --tls-key belong together: TLS needs the certificate and its key (one file may hold both)"
      )
    }
    return TLSFiles(certificate: certificate, key: key)
  }

  /// The database that the options, the environment or the configuration file name.
  func databaseOnly(_ environment: [String: String]) throws(StartError) -> String? {
    let options = completed(by: try ServeOptions(environment: environment))
    if let database = options.database { return database }
    guard let file = options.configuration else { return nil }
    let configuration = try Configuration(file: file, environment: environment)
    try configuration.check()
    return configuration.database
  }
}
