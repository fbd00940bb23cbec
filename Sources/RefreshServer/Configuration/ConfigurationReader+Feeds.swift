import RefreshEngine
import RefreshSources
import RefreshStore
import RefreshWire

/// The feeds.
extension ConfigurationReader {
  static let feedNameForm =
    "a feed's name is 1 to 64 of a-z, 0-9, '.', '_' and '-', beginning with a letter or digit"
  private static let maxFeeds = 10_000
  /// Stands for a name that is none, so that what is wrong inside is told, too.
  private static let nameless = FeedName("nameless")!
  private static let maxSeed = 10_000

  /// The names that are written, whatever is wrong with their feeds.
  func feedNames(_ node: ConfigurationNode) -> Set<String>? {
    guard case .object(let fields) = node.value.form else { return nil }
    return Set(fields.map(\.name))
  }

  func readFeeds(_ node: ConfigurationNode) -> [FeedSettings]? {
    guard let fields = node.fields("an object: a feed's name, then what it is") else { return nil }
    guard fields.count > 0 else { return node.wrong("at least one feed is needed") }
    guard fields.count <= Self.maxFeeds else {
      return node.wrong("there can be \(Self.maxFeeds) feeds, not \(fields.count)")
    }
    return fields.all(Self.feedNameForm, where: { FeedName($0) != nil }) { name, node in
      readFeed(FeedName(name) ?? Self.nameless, node)
    }
  }

  private func readFeed(_ name: FeedName, _ node: ConfigurationNode) -> FeedSettings? {
    guard let fields = node.fields("an object: { source: \"…\", top: \"header\" }") else { return nil }
    var feed = FeedSettings(name: name, title: name.text, policy: FeedPolicy(), source: nil)
    if let title = fields.take("title").flatMap({ $0.text() }) {
      feed.title = title
      feed.hasOwnTitle = true
    }
    readOrder(fields, of: &feed)
    feed.source = fields.take("source").flatMap(readSource)
    for edge in Edge.allCases {
      if let edgeNode = fields.take(edge.rawValue) { readEdge(edge, edgeNode, of: &feed, fields) }
    }
    if let dedupe = fields.take("dedupe").flatMap(readDedupe) { feed.dedupe = dedupe }
    if let keep = fields.take("keep").flatMap(readKeep) { feed.keep = keep }
    if let scheduleNode = fields.take("schedule") {
      feed.schedule = readSchedule(scheduleNode, of: fields)
      warnOfCooldown(feed, scheduleNode)
    }
    if let time = fields.take("workTime").flatMap({ $0.duration(in: 0...86_400_000) }) {
      feed.workTime = time
    }
    feed.seed = fields.take("seed").flatMap(readSeed) ?? []
    fields.end("a feed")
    if fields.has("source"), !["top", "bottom", "schedule"].contains(where: fields.has) {
      node.warn("nothing ever runs its source: give the feed a top or a bottom edge")
    }
    return feed
  }

  private func readOrder(_ fields: ConfigurationFields, of feed: inout FeedSettings) {
    let node = fields.take("order")
    let order: RowOrder? = node.flatMap { $0.choice() }
    feed.order = order ?? feed.order
    guard let runNode = fields.take("runOrder") else { return }
    feed.ownRunOrder = runNode.choice()
    // An order that cannot be read is told already.
    if feed.order == .append, node == nil || order != nil {
      runNode.note(
        "only a list that shows the newest first puts the rows of a refresh in an order of their own: "
          + "write order: \"newest-first\", or leave runOrder out")
    }
  }

  private func readEdge(
    _ edge: Edge, _ node: ConfigurationNode, of feed: inout FeedSettings, _ fields: ConfigurationFields
  ) {
    let read = readEdge(node)
    feed.policy[edge] = read.policy
    feed.edgeSources[edge] = read.source
    if edge == .bottom, feed.order == .newestFirst {
      node.note(
        "a list that shows the newest first gets its rows at the top: it cannot be pulled at the bottom")
    }
    if !fields.has("source"), !read.hasSource {
      fields.missing("source", "where the rows come from when an edge is pulled")
    }
  }

  private func readSeed(_ node: ConfigurationNode) -> [String]? {
    node.list("a list of texts", atMost: Self.maxSeed).map { nodes in
      nodes.compactMap { node in
        guard case .text(let row) = node.value.form, row.utf8.count <= WireBounds.rowText else {
          return node.mustBe("a text of at most \(WireBounds.rowText) bytes", showing: false)
        }
        return row
      }
    }
  }

  /// `"text"`, `"key"`, `false`, or an object with `by` and `window`.
  private func readDedupe(_ node: ConfigurationNode) -> DedupeSetting? {
    switch node.value.form {
    case .truth(false): return .never
    case .text: return node.choice(Dedupe.By.self).map { .by(Dedupe(by: $0)) }
    default: break
    }
    guard let fields = node.fields("\"text\", \"key\", false, or an object: { by: \"key\", window: 1000 }")
    else {
      return nil
    }
    let by: Dedupe.By? = fields.require("by", "\"text\" or \"key\"").flatMap { $0.choice() }
    let window = fields.take("window").flatMap { $0.whole(in: 1...1_000_000_000, of: "rows") }
    fields.end("dedupe")
    return by.map { .by(Dedupe(by: $0, window: window)) }
  }

  private func readKeep(_ node: ConfigurationNode) -> Retention? {
    guard let fields = node.fields("an object: { rows: 10000, age: \"30d\" }") else { return nil }
    let keep = Retention(
      rows: fields.take("rows").flatMap { $0.whole(in: 1...1_000_000_000, of: "rows") },
      age: fields.take("age").flatMap { $0.duration(in: 1...100 * EdgePolicy.longestDuration) },
      bytes: fields.take("bytes").flatMap { $0.size(in: 1...1 << 50) },
      runs: fields.take("runs").flatMap { $0.whole(in: 1...1_000_000, of: "runs") })
    fields.end("keep")
    return keep
  }
}
