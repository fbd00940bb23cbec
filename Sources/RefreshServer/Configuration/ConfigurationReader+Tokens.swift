import RefreshWire

/// Who may do what. No mistake repeats what is written for a hash, which could be the token itself.
extension ConfigurationReader {
  /// - Parameter names: the feeds that there are; `nil` if that is not known.
  func readTokens(_ node: ConfigurationNode, feeds names: Set<String>?) -> [AccessToken]? {
    node.list("a list of tokens; 'refreshd token' prints what to put there", atMost: 1_000).map {
      $0.compactMap { readToken($0, feeds: names) }
    }
  }

  private func readToken(_ node: ConfigurationNode, feeds names: Set<String>?) -> AccessToken? {
    guard let fields = node.fields("an object with role and hash; 'refreshd token' prints it") else {
      return nil
    }
    let name = fields.take("name").flatMap { $0.text() }
    let role: Role? = fields.require("role", Role.form).flatMap { $0.choice() }
    let feeds = fields.take("feeds")
    let feedNames = feeds.flatMap { readFeedNames($0, known: names) }
    let hash = fields.require("hash", AccessToken.hashForm).flatMap { node in
      node.text(AccessToken.hashForm).flatMap { hash in
        AccessToken(hash: hash, role: .view) == nil
          ? node.mustBe(AccessToken.hashForm, showing: false) : hash
      }
    }
    fields.end("a token")
    // A token whose feeds could not be read must not become one for all of them.
    guard let role, let hash, feeds == nil || feedNames != nil else { return nil }
    return AccessToken(name: name, hash: hash, role: role, feeds: feedNames)
  }

  private func readFeedNames(_ node: ConfigurationNode, known names: Set<String>?) -> Set<FeedName>? {
    let form = "a list of feeds' names; leave it out for all feeds"
    guard let nodes = node.list(form, atMost: 10_000) else { return nil }
    guard !nodes.isEmpty else { return node.mustBe(form) }
    return Set(
      nodes.compactMap { node -> FeedName? in
        guard let text = node.text("a feed's name") else { return nil }
        guard let name = FeedName(text) else { return node.mustBe(Self.feedNameForm) }
        if let names, !names.contains(text) {
          return node.wrong("there is no feed \(text)\(NearestName.question(text, in: names.sorted()))")
        }
        return name
      })
  }
}
