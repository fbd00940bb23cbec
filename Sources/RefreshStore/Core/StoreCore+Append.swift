/// The one place where rows come into a feed.
extension StoreCore {
  func append(_ append: Append) throws -> Appended {
    var feed = try head(of: append.feed)
    if let key = append.key, let answer = try firstAnswer(to: append, key: key, in: feed) { return answer }
    let first = feed.head + 1
    var rows: [StoredRow] = []
    rows.reserveCapacity(append.texts.count)
    for text in append.texts {
      rows.append(try add(text, at: append.at, run: append.run, to: &feed))
    }
    if let keep = append.keepRows { try prune(&feed, keep: keep, added: rows.count) }
    if let key = append.key { try remember(key, of: append, first: first, in: feed) }
    if let run = append.end { try putRun(run, feed: append.feed) }
    heads[append.feed] = feed
    return Appended(
      first: first, count: rows.count, floor: feed.floor, rows: rows, mark: feed.mark, epoch: feed.epoch,
      repeated: false)
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

  /// Deletes the oldest rows beyond `keep`, and keeps the mark before the first one that stays.
  private func prune(_ feed: inout FeedHead, keep: Int, added: Int) throws {
    let wanted = feed.head - max(0, keep) + 1
    let floor = min(wanted, feed.floor + added + settings.pruneLimit)
    guard floor > feed.floor else { return }
    guard let base = try storedMark(feed, at: floor - 1) else {
      throw StoreError.damage(file, "row \(floor - 1) is missing")
    }
    try sql.pruneRows.run([.integer(feed.id), .integer(floor)])
    try sql.setFloor.run([
      .integer(feed.id), .integer(floor), .bytes(base.digest.bytes), .integer(base.total),
    ])
    feed.floor = floor
    feed.base = base
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
      .integer(append.texts.count), .bytes(feed.mark.digest.bytes), .integer(feed.mark.total),
      .integer(Int(append.at)),
    ])
    // More go than come, so that their number sinks to those of one lifetime, in small steps.
    try sql.expireKeys.run([.integer(Int(append.at - settings.keyLifetime)), .integer(4)])
    try sql.limitKeys.run([.integer(settings.keyLimit)])
  }
}
