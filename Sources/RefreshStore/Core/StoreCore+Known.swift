/// What one row is known by; those that nobody will ask for are absent.
struct RowNames {
  var text: Digest?
  var key: Digest?
}

/// How an append looks at the rows that its feed knows.
struct KnownRows {
  let rule: DedupeSetting
  /// Whether rows are left out: those of a source are, those from outside are only remembered.
  let leavesOut: Bool
  let source: String
  let hasher: ChainHasher

  /// Whether every row's text is remembered.
  var takesTexts: Bool { if case .by = rule { true } else { false } }

  func names(of text: String, key: String?) -> RowNames {
    RowNames(
      text: takesTexts ? hasher.name(ofText: text) : nil,
      key: key.map { hasher.name(ofKey: $0, source: source) })
  }

  /// By what a row is looked for; `nil`: it is appended in any case.
  func wanted(_ names: RowNames) -> Digest? {
    guard leavesOut else { return nil }
    return switch rule {
    case .never: nil
    case .automatic: names.key
    case .by(let dedupe): dedupe.by == .text ? names.text : names.key ?? names.text
    }
  }

  /// Before which row's number another row is no longer looked at, for a row that would get the number `next`.
  func start(before next: Int) -> Int {
    guard case .by(let dedupe) = rule, let window = dedupe.window else { return .min }
    return next - max(0, min(window, next))
  }
}

/// What is remembered of rows, also of pruned ones, so that they are not appended again.
extension StoreCore {
  /// What an append needs to know; `nil` if it looks for nothing and leaves nothing to remember.
  func knownRows(for append: Append, in feed: inout FeedHead) throws -> KnownRows? {
    if append.dedupe == .never { return nil }
    let known = KnownRows(
      rule: append.dedupe, leavesOut: append.origin != nil, source: append.origin?.source ?? "",
      hasher: hasher
    )
    // Texts of rows that came while no rule asked for them.
    if known.takesTexts { _ = try learn(&feed, upTo: .max) }
    return known
  }

  /// Whether a row is left out.
  func has(_ names: RowNames, _ known: KnownRows, in feed: FeedHead) throws -> Bool {
    guard let hash = known.wanted(names) else { return false }
    var seq: Int?
    try sql.known.run([.integer(feed.id), .bytes(hash.bytes)]) { seq = $0.integer(0) }
    return seq.map { $0 >= known.start(before: feed.head + 1) } ?? false
  }

  /// Remembers the feed's last row by its names.
  func remember(_ names: RowNames, in feed: inout FeedHead) throws {
    for hash in [names.text, names.key] {
      if let hash { try remember(hash, of: feed.head, in: &feed) }
    }
  }

  private func remember(_ hash: Digest, of seq: Int, in feed: inout FeedHead) throws {
    try sql.addKnown.run([.integer(feed.id), .bytes(hash.bytes), .integer(seq)])
    if connection.changes > 0 {
      feed.known += 1
    } else {
      // The same again, beyond the window or by another name: the newest counts.
      try sql.moveKnown.run([.integer(feed.id), .bytes(hash.bytes), .integer(seq)])
    }
  }

  /// Remembers the texts of rows that are not remembered yet, the oldest first.
  /// - Parameter limit: how many rows at most.
  /// - Returns: whether there are more.
  func learn(_ feed: inout FeedHead, upTo limit: Int) throws -> Bool {
    guard feed.textsKnown < feed.head else { return false }
    let start = max(feed.textsKnown, feed.floor - 1, feed.head - settings.knownLimit)
    var last = start
    try sql.texts.run([.integer(feed.id), .integer(start), .integer(limit)]) { row in
      last = row.integer(0)
      try remember(hasher.name(ofText: row.utf8(1)), of: last, in: &feed)
    }
    let isFull = last > start && last - start >= limit
    feed.textsKnown = isFull ? last : feed.head
    return feed.textsKnown < feed.head
  }

  /// The same in a step of its own.
  func learnTexts(of name: String) throws -> Bool {
    var feed = try head(of: name)
    guard feed.textsKnown < feed.head else { return false }
    let more = try learn(&feed, upTo: settings.learnStep)
    try forget(in: &feed)
    heads[name] = feed
    return more
  }

  /// Notes what an append has changed.
  func settle(_ known: KnownRows, in feed: inout FeedHead, since before: FeedHead) throws {
    if known.takesTexts { feed.textsKnown = feed.head }
    // Most appends to most feeds leave nothing to remember.
    if feed.known == before.known, feed.textsKnown == before.textsKnown { return }
    try forget(in: &feed)
  }

  /// Forgets what is beyond the limit, the oldest first.
  private func forget(in feed: inout FeedHead) throws {
    if feed.known > settings.knownLimit {
      try sql.forgetKnown.run([.integer(feed.id), .integer(feed.known - settings.knownLimit)])
      feed.known -= connection.changes
    }
    try sql.setKnown.run([.integer(feed.id), .integer(feed.known), .integer(feed.textsKnown)])
  }
}
