/// What goes because it is beyond what a feed keeps.
extension StoreCore {
  /// How many rows from the future a look for old ones passes.
  private static let passedRows = 256

  /// Deletes the oldest rows beyond what is kept, and keeps the mark before the first one that stays.
  /// - Parameter added: how many rows came just now; so many more may go in one step.
  /// - Returns: whether more is to go than one step may take.
  @discardableResult
  func prune(_ feed: inout FeedHead, _ keep: Retention, at now: Int64, added: Int) throws -> Bool {
    if keep.keepsAll { return false }
    let bound = min(feed.head + 1, feed.floor + added + settings.pruneLimit)
    var wanted = feed.floor
    if let rows = keep.rows { wanted = max(wanted, feed.head - max(0, rows) + 1) }
    if let runs = keep.runs { wanted = max(wanted, try goodRunsBegin(&feed, runs)) }
    if wanted < bound { wanted = try oldRowsEnd(in: feed, keep, at: now, from: wanted, to: bound) }
    let floor = min(wanted, bound)
    guard floor > feed.floor else { return false }
    guard let base = try storedMark(feed, at: floor - 1) else {
      throw StoreError.damage(file, "row \(floor - 1) is missing")
    }
    try sql.pruneRows.run([.integer(feed.id), .integer(floor)])
    try sql.setFloor.run([
      .integer(feed.id), .integer(floor), .bytes(base.digest.bytes), .integer(base.total),
    ])
    feed.floor = floor
    feed.base = base
    return floor == bound && floor <= feed.head
  }

  /// The same without an append.
  func prune(_ name: String, _ keep: Retention, at now: Int64) throws -> Pruned {
    var feed = try head(of: name)
    let more = try prune(&feed, keep, at: now, added: 0)
    heads[name] = feed
    var oldest: Int64?
    try sql.rowAges.run([.integer(feed.id), .integer(feed.floor), .integer(1)]) {
      oldest = Int64($0.integer(1))
    }
    return Pruned(floor: feed.floor, oldest: oldest, more: more)
  }

  /// The first row that is neither too old nor, with those after it, too much text: looked for from a row on, the bound
  /// at the latest.
  ///
  /// Rows go in their order, so one that is not too old keeps all after it, whatever their times say: if the clock was
  /// set back before those came, they only seem older. But a row from the future, from before the clock was set back,
  /// is not younger than those after it, and keeps none of them.
  private func oldRowsEnd(
    in feed: FeedHead, _ keep: Retention, at now: Int64, from start: Int, to bound: Int
  ) throws -> Int {
    guard keep.bytes != nil || keep.age != nil else { return start }
    guard let before = try mark(feed, at: start - 1) else {
      throw StoreError.damage(file, "row \(start - 1) is missing")
    }
    var end = start
    var text = feed.mark.total - before.total
    var passed = 0
    let statement = sql.rowAges
    defer { statement.reset() }
    statement.bind(feed.id, at: 1)
    statement.bind(start, at: 2)
    statement.bind(bound - start, at: 3)
    while try statement.step() {
      let isTooMuch = keep.bytes.map { text > $0 } ?? false
      let at = Int64(statement.integer(1))
      let isTooOld = keep.age.map { at <= now - Int64($0) } ?? false
      if isTooMuch || isTooOld {
        end = statement.integer(0) + 1
      } else {
        passed += 1
        guard keep.age != nil, at > now, passed <= Self.passedRows else { break }
      }
      text = feed.mark.total - statement.integer(2)
    }
    return end
  }

  /// Where the rows of the newest good runs begin, as many as asked for: row 1 if there were fewer.
  private func goodRunsBegin(_ feed: inout FeedHead, _ runs: Int) throws -> Int {
    if let known = feed.goodRuns, known.runs == runs { return known.begin }
    var begin = 1
    try sql.goodRuns.run([.integer(feed.id), .integer(max(1, runs) - 1)]) { begin = $0.integer(0) }
    feed.goodRuns = (runs, begin)
    return begin
  }
}
