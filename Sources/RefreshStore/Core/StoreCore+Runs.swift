/// Runs and their numbers.
extension StoreCore {
  /// Writes a run's start or end.
  func putRun(_ run: RunRecord, feed name: String) throws {
    let feed = try head(of: name)
    try sql.putRun.run([
      .integer(feed.id), .integer(run.id), .text(run.edge), .text(run.cause), .optional(run.client),
      .optional(run.name), .integer(Int(run.started)), .optional(run.ended.map(Int.init)),
      .optional(run.outcome), .integer(run.rows), .integer(run.truncated ? 1 : 0), .optional(run.errorCode),
      .optional(run.errorMessage),
    ])
    guard let ended = run.ended else { return }
    if run.outcome == "ok" { try sql.setRefreshed.run([.integer(feed.id), .integer(Int(ended))]) }
    try sql.pruneRuns.run([.integer(feed.id), .integer(run.id - settings.keepRuns)])
  }

  /// Makes sure that no run below `limit` is ever given again after a restart.
  func reserveRuns(_ name: String, upTo limit: Int) throws {
    try sql.reserveRuns.run([.integer(head(of: name).id), .integer(limit)])
  }

  /// Gives the reserved numbers from `next` on back, for a start that continues where a clean stop ended.
  func releaseRuns(_ name: String, from next: Int) throws {
    try sql.releaseRuns.run([.integer(head(of: name).id), .integer(next)])
  }

  /// The newest runs, newest first.
  func runs(of name: String, limit: Int) throws -> [RunRecord] {
    var runs: [RunRecord] = []
    try sql.runs.run([.integer(head(of: name).id), .integer(max(0, limit))]) { runs.append(Self.run($0)) }
    // Until the first transaction the file does not have the ends that the opening gave.
    for (feed, ended) in interrupted where feed == name {
      if let index = runs.firstIndex(where: { $0.id == ended.id }) { runs[index] = ended }
    }
    return runs
  }

  static func run(_ row: Statement) -> RunRecord {
    RunRecord(
      id: row.integer(0), edge: row.text(1), cause: row.text(2), client: row.optionalText(3),
      name: row.optionalText(4), started: Int64(row.integer(5)),
      ended: row.optionalInteger(6).map(Int64.init),
      outcome: row.optionalText(7), rows: row.integer(8), truncated: row.integer(9) != 0,
      errorCode: row.optionalText(10), errorMessage: row.optionalText(11))
  }
}
