import RefreshEngine
import RefreshSockets
import RefreshWire

extension Settings {
  /// Settings from the command line, the configuration file that it names, and the environment; what the command
  /// line says counts before the file, and sockets that listen already before both.
  /// - Throws: ``StartError`` that names the option or the field.
  public init(
    _ options: ServeOptions, environment: [String: String], inherited: [InheritedSocket] = []
  ) throws(StartError) {
    let reader = try Self.configuration(options)
    let isDemo = options.source == nil && options.configuration == nil
    var feeds = reader?.feeds ?? []
    if let source = options.source {
      feeds = [FeedSettings(name: FeedName("main")!, title: "main", policy: .main, source: source)]
    } else if isDemo {
      feeds = .demo
    }
    try Self.override(&feeds, with: options)
    try Self.checkVariables(feeds, environment)

    let given = options.database ?? reader?.database
    let database =
      if let given { given } else {
        try Places.stateFolder(environment) + (isDemo ? "/demo.sqlite" : "/refresh.sqlite")
      }
    let web = if let web = options.web ?? reader?.web { web } else { try Places.web() }
    guard Places.isPage(web) else {
      throw StartError(
        .failure, "\(web) holds no index.html; name the folder of the page's files with --web DIR")
    }
    self.init(database: database, web: web, feeds: feeds)
    listen = inherited.first?.address ?? options.listen ?? reader?.listen ?? listen
    self.inherited = inherited
    tokens = (reader?.tokens ?? []) + options.tokens
    guard
      !tokens.isEmpty || options.isOpen || reader?.isOpen == true
        || ([listen] + inherited.map(\.address)).allSatisfy(\.isThisMachineOnly)
    else {
      throw StartError(
        options.listen == nil || !inherited.isEmpty ? .configuration : .usage,
        "\(listen.text) can be reached from other machines, and without tokens whoever reaches it may read, append and refresh: make a token with 'refreshd token', or say --open if that is meant"
      )
    }
    tls = try options.tls() ?? reader?.tls
    origins = (reader?.origins ?? []) + options.origins
    trustedProxies = (reader?.trustedProxies ?? []) + options.trustedProxies
    logLevel = options.logLevel ?? reader?.logLevel ?? logLevel
    tunables = reader?.tunables ?? tunables
    for (tunable, value) in options.tunables { tunables[keyPath: tunable.path] = value }
    guard tunables.silence > tunables.ping else {
      throw StartError(
        reader == nil ? .usage : .configuration,
        "silence (\(tunables.silence) ms) must be longer than ping (\(tunables.ping) ms), or every quiet peer is given up"
      )
    }
  }

  private static func checkVariables(
    _ feeds: [FeedSettings], _ environment: [String: String]
  ) throws(StartError) {
    for feed in feeds {
      for source in [feed.source] + feed.edgeSources.values {
        guard let name = source.missingVariables(in: environment).first else { continue }
        throw StartError(
          .configuration,
          "the source of feed \(feed.name.text) sends what the environment variable \(name) holds, which is not set: set it for refreshd"
        )
      }
    }
  }

  fileprivate static func configuration(_ options: ServeOptions) throws(StartError) -> ConfigurationReader? {
    guard let file = options.configuration else { return nil }
    if options.source != nil {
      throw StartError(
        .usage, "--source and --config exclude each other: the configuration names each feed's source")
    }
    let reader = ConfigurationReader(try ConfigurationValue(file: file))
    guard reader.mistakes.isEmpty else {
      throw StartError(
        .configuration,
        "the configuration \(file) cannot be used: " + reader.mistakes.joined(separator: "; "))
    }
    return reader
  }

  private static func override(_ feeds: inout [FeedSettings], with options: ServeOptions) throws(StartError) {
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

  /// The database that the options or the configuration file name.
  func databaseOnly() throws(StartError) -> String? {
    if let database { return database }
    return try Settings.configuration(self)?.database
  }
}
