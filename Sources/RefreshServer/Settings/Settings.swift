import RefreshEngine
import RefreshSockets
import RefreshSources
import RefreshStore
import RefreshWire

/// What a server is told before it starts: checked, complete, and no longer in question.
public struct Settings: Sendable {
  /// Where it listens.
  public var listen = ListenAddress("127.0.0.1:8080")!
  /// Sockets that listen already, in the place of `listen`.
  public var inherited: [InheritedSocket] = []
  /// Where pages may come from that use the server, beside its own origin. It is known by the names in them, too.
  public var origins: [WebOrigin] = []
  /// Who may do what; without any, everybody may do everything.
  public var tokens: [AccessToken] = []
  /// Proxies whose `X-Forwarded-For` says who asks.
  public var trustedProxies: [IPNetwork] = []
  /// The files by which it speaks TLS; `nil`: it does not.
  public var tls: TLSFiles?
  /// The database's file.
  public var database: String
  /// The folder of the page.
  public var web: String
  /// How much is logged.
  public var logLevel = LogLevel.info
  /// In which form.
  public var logFormat = LogFormat.text
  /// Times and bounds.
  public var tunables = Tunables()
  /// The feeds, at least one.
  public var feeds: [FeedSettings]
  /// What works and is probably not meant: told when the server starts.
  public var warnings: [String] = []

  /// Settings with the defaults for all that is not given.
  public init(database: String, web: String, feeds: [FeedSettings]) {
    self.database = database
    self.web = web
    self.feeds = feeds
  }

  /// What the sockets are told of it.
  var sockets: SocketSettings {
    var sockets = tunables.sockets
    sockets.trustedProxies = trustedProxies
    return sockets
  }
}

/// Where a certificate and its key are, as PEM.
public struct TLSFiles: Equatable, Sendable {
  var certificate: String
  var key: String

  /// Reads them.
  func load() throws(SocketError) -> TLSIdentity {
    try TLSIdentity(certificate: certificate, key: key)
  }
}

/// What one feed is.
public struct FeedSettings: Equatable, Sendable {
  /// The name on the wire.
  public var name: FeedName
  /// What people read above the list.
  public var title: String
  /// Whether the operator has said so: then what a web feed calls itself does not count.
  public var hasOwnTitle = false
  /// Which end new rows come to on the page.
  public var order: RowOrder
  /// How the rows of one run stand in a list that shows the newest first; `nil`: as suits their source.
  public var ownRunOrder: RowOrder?
  /// How its edges answer to pulls.
  public var policy: FeedPolicy
  /// Where its rows come from; `nil`: nothing refreshes it but what an edge has of its own, rows are appended to it.
  public var source: SourceSpec?
  /// Where they come from instead when an edge is pulled that has a source of its own.
  public var edgeSources: [Edge: SourceSpec] = [:]
  /// Which rows it does not take again.
  public var dedupe = DedupeSetting.automatic
  /// What it keeps; without a bound of rows, the tunable `keep-rows` is it.
  public var keep = Retention()
  /// When it refreshes by itself; `nil`: never.
  public var schedule: Schedule?
  /// How long the demo's source works, in milliseconds.
  public var workTime: Int
  /// The rows that a fresh feed holds.
  public var seed: [String]

  /// A feed that appends what its source brings.
  public init(
    name: FeedName, title: String, order: RowOrder = .append, policy: FeedPolicy, source: SourceSpec?,
    workTime: Int = 1_000, seed: [String] = []
  ) {
    self.name = name
    self.title = title
    self.order = order
    self.policy = policy
    self.source = source
    self.workTime = workTime
    self.seed = seed
  }

  /// How much of the feed is kept.
  func kept(by tunables: Tunables) -> Retention {
    var keep = keep
    keep.rows = keep.rows ?? tunables.retention
    return keep
  }

  /// Where a refresh of an edge brings its rows from.
  func source(at edge: Edge) -> SourceSpec? { edgeSources[edge] ?? source }

  /// How the rows of one run stand in a list that shows the newest first. It is pulled at the top only, so that edge's
  /// source decides; what programs append is of no run.
  var runOrder: RowOrder {
    guard order == .newestFirst else { return .append }
    return ownRunOrder ?? (source(at: .top)?.bringsItems ?? true ? .newestFirst : .append)
  }
}

extension FeedPolicy {
  /// The policies of the demo's `main`, and of a feed that is set up by `--source` alone.
  static let main = FeedPolicy(top: EdgePolicy(preset: .overlay), bottom: EdgePolicy(preset: .footer))
}

extension [FeedSettings] {
  /// The demo: a list with both edges, and one for each of the published designs.
  static var demo: [FeedSettings] {
    [
      demoFeed("main", "Lines", .main),
      demoFeed("overlay", "Overlay", FeedPolicy(top: EdgePolicy(preset: .overlay))),
      demoFeed(
        "footer", "Footer", FeedPolicy(bottom: EdgePolicy(preset: .footer)), lines: 100, workTime: 5_000),
      demoFeed("header", "Header", FeedPolicy(top: EdgePolicy(preset: .header))),
    ]
  }

  private static func demoFeed(
    _ name: String, _ title: String, _ policy: FeedPolicy, lines: Int = 5, workTime: Int = 1_000
  ) -> FeedSettings {
    FeedSettings(
      name: FeedName(name)!, title: title, policy: policy, source: .lines, workTime: workTime,
      seed: (1...lines).map { "Line \($0)" })
  }
}
