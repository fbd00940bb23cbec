/// Feeds at their opening, and the way from a name to where its next row goes.
extension StoreCore {
  /// The feed as memory or the file has it.
  func head(of name: String) throws -> FeedHead {
    if let head = heads[name] { return head }
    guard let head = try loadHead(name) else { throw StoreError.unknownFeed(name) }
    heads[name] = head
    return head
  }

  /// A feed that the file has, with its last rows checked; `nil` if it has none of that name.
  ///
  /// Only reads, so that a start does not wait for the check of the whole file: what runs without an end need
  /// is written with the first transaction.
  func openFeed(_ name: String, now: Int64) throws -> FeedRecord? {
    guard let feed = try loadHead(name) else { return nil }
    let (tailStart, tail) = try checkedTail(feed, name: name)
    var last: RunRecord?
    try sql.endedRuns.run([.integer(feed.id)]) { last = Self.run($0) }
    var open: [RunRecord] = []
    try sql.openRuns.run([.integer(feed.id)]) { open.append(Self.run($0).interrupted(at: now)) }
    interrupted.removeAll { $0.feed == name }
    interrupted += open.map { (name, $0) }
    if let newest = open.last, newest.id > (last?.id ?? 0) { last = newest }
    var newestRun = 0
    try sql.newestRun.run([.integer(feed.id)]) { newestRun = $0.integer(0) }
    heads[name] = feed
    return FeedRecord(
      name: name, epoch: feed.epoch, head: feed.head, floor: feed.floor, headMark: feed.mark,
      nextRun: max(feed.reservedRuns, newestRun + 1), reservedRuns: feed.reservedRuns, last: last,
      refreshedAt: feed.refreshedAt.map(Int64.init), title: try title(of: feed),
      cursors: try cursors(of: feed),
      tail: tail, tailStart: tailStart, isNew: false)
  }

  /// Makes a feed with its first rows.
  func makeFeed(_ name: String, seed: [String], now: Int64) throws -> FeedRecord {
    let epoch = UInt64.random(in: .min ... .max)
    try sql.addFeed.run([
      .text(name), .integer(Int(bitPattern: UInt(epoch))), .bytes(Digest.zero.bytes),
    ])
    var feed = try head(of: name)
    var rows: [StoredRow] = []
    for text in seed { rows.append(try add(text, at: now, run: nil, to: &feed)) }
    heads[name] = feed
    let (tailStart, tail) = shortened(rows, after: .start)
    return FeedRecord(
      name: name, epoch: epoch, head: feed.head, floor: feed.floor, headMark: feed.mark, nextRun: 1,
      reservedRuns: 1, last: nil, refreshedAt: nil, title: nil, cursors: [:], tail: tail,
      tailStart: tailStart, isNew: true)
  }

  func loadHead(_ name: String) throws -> FeedHead? {
    var found: FeedHead?
    try sql.feed.run([.text(name)]) { row in
      guard let digest = row.digest(3), row.integer(2) >= 1, row.integer(4) >= 0, row.integer(5) >= 1 else {
        throw StoreError.damage(file, "the entry of the feed \(name) contradicts itself")
      }
      let base = RowMark(digest: digest, total: row.integer(4))
      found = FeedHead(
        id: row.integer(0), epoch: UInt64(UInt(bitPattern: row.integer(1))), floor: row.integer(2),
        base: base,
        head: row.integer(2) - 1, mark: base, reservedRuns: row.integer(5),
        refreshedAt: row.optionalInteger(6), known: row.integer(7), textsKnown: row.integer(8))
    }
    guard var feed = found else { return nil }
    try sql.lastRow.run([.integer(feed.id)]) { row in
      guard let digest = row.digest(1), row.integer(0) >= feed.floor else {
        throw StoreError.damage(file, "the last row of the feed \(name) contradicts its floor")
      }
      feed.head = row.integer(0)
      feed.mark = RowMark(digest: digest, total: row.integer(2))
    }
    return feed
  }

  /// The last rows: without holes, their digests and totals following from each other, the first at the floor.
  private func checkedTail(_ feed: FeedHead, name: String) throws -> (start: RowMark, rows: [StoredRow]) {
    var first = feed.floor
    try sql.firstSequence.run([.integer(feed.id)]) { first = $0.integer(0) }
    guard first == feed.floor else {
      throw StoreError.damage(file, "the feed \(name) begins at row \(first), not at \(feed.floor)")
    }
    let start = max(feed.floor, feed.head - settings.checkedRows + 1)
    guard let before = try mark(feed, at: start - 1) else {
      throw StoreError.damage(file, "row \(start - 1) of the feed \(name) is missing")
    }
    var mark = before
    var rows: [StoredRow] = []
    try sql.rows.run([.integer(feed.id), .integer(start - 1), .integer(settings.checkedRows)]) { row in
      let seq = start + rows.count
      let bytes = row.utf8(1)
      let next = RowMark(digest: hasher.digest(after: mark.digest, bytes), total: mark.total + bytes.count)
      guard row.integer(0) == seq else {
        throw StoreError.damage(file, "row \(seq) of the feed \(name) is missing")
      }
      guard row.digest(4) == next.digest, row.integer(5) == next.total else {
        throw StoreError.damage(file, "row \(seq) of the feed \(name) is not what its digest says")
      }
      mark = next
      rows.append(Self.row(row, mark: next))
    }
    return shortened(rows, after: before)
  }

  /// The last of some rows, within the bounds of a tail, and the mark before them.
  private func shortened(
    _ rows: [StoredRow], after before: RowMark
  ) -> (start: RowMark, rows: [StoredRow]) {
    var start = rows.count
    var bytes = 0
    while start > 0, rows.count - start < settings.tailRows {
      bytes += rows[start - 1].text.utf8.count
      if bytes > settings.tailBytes { break }
      start -= 1
    }
    return (start == 0 ? before : rows[start - 1].mark, Array(rows[start...]))
  }
}
