/// The one place where rows come into a feed.
extension StoreCore {
  func append(_ append: Append) throws -> Appended {
    var feed = try head(of: append.feed)
    if let key = append.key, let answer = try firstAnswer(to: append, key: key, in: feed) { return answer }
    let first = feed.head + 1
    let rows = try addNew(of: append, to: &feed)
    if let origin = append.origin { try note(origin, of: feed) }
    if let key = append.key { try remember(key, of: append, first: first, in: feed) }
    if let run = append.end { try end(run, first: first, rows: rows.count, in: &feed, name: append.feed) }
    try prune(&feed, append.keep, at: append.at, added: rows.count)
    heads[append.feed] = feed
    return Appended(
      first: first, count: rows.count, floor: feed.floor, rows: rows, mark: feed.mark, epoch: feed.epoch,
      repeated: false)
  }

  /// Adds the rows that are not left out.
  private func addNew(of append: Append, to feed: inout FeedHead) throws -> [StoredRow] {
    var rows: [StoredRow] = []
    rows.reserveCapacity(append.texts.count)
    let before = feed
    let known = try knownRows(for: append, in: &feed)
    for (index, text) in append.texts.enumerated() {
      let names = known?.names(of: text, key: append.origin?.key(of: index)) ?? RowNames()
      if let known, try has(names, known, in: feed) { continue }
      rows.append(try add(text, at: append.at, run: append.run, to: &feed))
      try remember(names, in: &feed)
    }
    if let known { try settle(known, in: &feed, since: before) }
    return rows
  }

  func add(_ text: String, at: Int64, run: Int?, to feed: inout FeedHead) throws -> StoredRow {
    let seq = feed.head + 1
    let previous = feed.mark
    var text = text
    let statement = sql.addRow
    defer { statement.reset() }
    let mark = try text.withUTF8 { bytes in
      let mark = RowMark(
        digest: hasher.digest(after: previous.digest, bytes), total: previous.total + bytes.count)
      statement.bind(feed.id, at: 1)
      statement.bind(seq, at: 2)
      statement.bind(borrowing: bytes, at: 3)
      statement.bind(Int(at), at: 4)
      statement.bind(.optional(run), at: 5)
      statement.bind(mark.digest, at: 6)
      statement.bind(mark.total, at: 7)
      _ = try statement.step()
      return mark
    }
    feed.head = seq
    feed.mark = mark
    return StoredRow(seq: seq, text: text, at: at, run: run, mark: mark)
  }

  /// Writes the end of the run whose rows these are, and where they begin.
  private func end(
    _ run: RunRecord, first: Int, rows: Int, in feed: inout FeedHead, name: String
  ) throws {
    var run = run
    run.rows = rows
    try putRun(run, feed: name)
    try sql.setFirst.run([.integer(feed.id), .integer(run.id), .integer(first)])
    feed.goodRuns = nil
  }

  private func firstAnswer(to append: Append, key: String, in feed: FeedHead) throws -> Appended? {
    var answer: Appended?
    var expired: Int?
    try sql.key.run([.integer(feed.id), .text(key)]) { row in
      if row.integer(6) + Int(settings.keyLifetime) <= Int(append.at) {
        expired = row.integer(0)
        return
      }
      guard row.digest(1) == hasher.fingerprint(of: append.texts) else {
        throw StoreError.keyReused(key, feed: append.feed)
      }
      guard let digest = row.digest(4) else { throw StoreError.damage(file, "the key \(key) has no digest") }
      answer = Appended(
        first: row.integer(2), count: row.integer(3), floor: feed.floor, rows: [],
        mark: RowMark(digest: digest, total: row.integer(5)), epoch: feed.epoch, repeated: true)
    }
    if let expired { try sql.dropKey.run([.integer(expired)]) }
    return answer
  }

  private func remember(_ key: String, of append: Append, first: Int, in feed: FeedHead) throws {
    try sql.addKey.run([
      .integer(feed.id), .text(key), .bytes(hasher.fingerprint(of: append.texts).bytes), .integer(first),
      .integer(feed.head - first + 1), .bytes(feed.mark.digest.bytes), .integer(feed.mark.total),
      .integer(Int(append.at)),
    ])
    // More go than come, so that their number sinks to those of one lifetime, in small steps.
    try sql.expireKeys.run([.integer(Int(append.at - settings.keyLifetime)), .integer(4)])
    try sql.limitKeys.run([.integer(settings.keyLimit)])
  }
}

extension Origin {
  func key(of index: Int) -> String? { index < keys.count ? keys[index] : nil }
}
