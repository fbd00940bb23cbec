/// Brings what a query has after the last key, also where the database was replaced in between.
struct QueryFollower {
  private let path: String
  private let query: Query
  private let file: FileID
  private let limits: SourceLimits

  init(_ path: String, _ sql: String, _ limits: SourceLimits, _ isStopped: @escaping () -> Bool)
    throws(QueryError)
  {
    self.path = path
    self.limits = limits
    let database = try QueryDatabase(path, isStopped)
    file = database.file
    query = try Query(sql, on: database)
  }

  /// - Parameter cursor: what the last run has said, if there was one.
  func run(since cursor: String?) throws(QueryError) -> SourceCatch {
    guard query.hasKey else { return try query.rows(after: .null, limits).caught }
    let last = cursor.flatMap(QueryCursor.init(parsing:)) ?? .begin
    let rows = try query.rows(after: last.key, limits)
    if rows.last == nil, query.asksForLast, last.key != .null, let known = last.file, known != file {
      return try replaced(last)
    }
    return outcome(of: rows, since: last)
  }

  /// There is nothing after the last key, and that key was in another file.
  private func replaced(_ last: QueryCursor) throws(QueryError) -> SourceCatch {
    // The rows that are there, up to the one of the last key: with it, or without any, nothing is wrong.
    guard try !query.hasRow(with: last.key) else { return outcome(of: QueryRows(), since: last) }
    let rows = try query.rows(after: .null, limits)
    guard let first = rows.first else { return SourceCatch([]) }
    let isEarlier = first == last.first
    var caught = outcome(of: isEarlier ? QueryRows() : rows, since: isEarlier ? last : .begin)
    caught.notice =
      isEarlier
      ? "\(path) was replaced by an earlier state of itself: rows whose key is not above that of the last row that was "
        + "brought do not come again; where new rows have got such keys, change the query, if only by a space, so that "
        + "it begins anew"
      : "\(path) was replaced by another database whose keys are all below that of the last row that was brought, so it "
        + "was read from its first row; where it holds rows that are in the feed already, remove those there"
    return caught
  }

  private func outcome(of rows: QueryRows, since last: QueryCursor) -> SourceCatch {
    var caught = rows.caught
    let key = rows.last ?? last.key
    // A database that has brought no key is not known yet.
    if key != .null {
      // A source that was there before it knew its file learns it now; the first row is known only to who began there.
      caught.cursor =
        QueryCursor(file: file, first: last.key == .null ? rows.first : last.first, key: key).text
    }
    return caught
  }
}
