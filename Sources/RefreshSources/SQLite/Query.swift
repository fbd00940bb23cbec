import CSQLite

/// A query that only reads.
final class Query {
  /// How long one may be, in bytes.
  static let maxLength = 65_536
  private static let advice = "put the query right in the configuration"

  private let database: QueryDatabase
  private let raw: OpaquePointer

  /// - Throws: ``QueryError`` if it is anything but one SELECT with a text, perhaps a key, and no parameter but `:last`.
  init(_ sql: String, on database: QueryDatabase) throws(QueryError) {
    self.database = database
    var handle: OpaquePointer?
    var rest = 0
    let code = sql.withCString { start in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(database.raw, start, -1, &handle, &tail)
      rest = tail.map { $0 - start } ?? 0
      return code
    }
    guard code == SQLITE_OK else { throw QueryError(code, on: database.raw, database.path) }
    guard let handle else { throw QueryError("The query is empty", advice: Self.advice) }
    raw = handle
    // The object is whole by now: what follows can throw, and it is given back.
    try check(behind: String(decoding: sql.utf8.dropFirst(rest), as: UTF8.self))
  }

  deinit { sqlite3_finalize(raw) }

  private func check(behind tail: String) throws(QueryError) {
    var next: OpaquePointer?
    // What is behind the first statement may be space and remarks, which are no statement.
    let code = sqlite3_prepare_v2(database.raw, tail, -1, &next, nil)
    sqlite3_finalize(next)
    guard code == SQLITE_OK, next == nil else {
      throw QueryError("The query is more than one statement", advice: Self.advice)
    }
    let columns = sqlite3_column_count(raw)
    guard sqlite3_stmt_readonly(raw) != 0, columns > 0, sqlite3_stmt_isexplain(raw) == 0 else {
      throw QueryError("The query is no SELECT", advice: Self.advice)
    }
    guard columns <= 2 else {
      throw QueryError(
        "The query brings \(columns) columns, where the first is a row's text and the second its key",
        advice: Self.advice)
    }
    for index in 0..<max(0, sqlite3_bind_parameter_count(raw)) {
      let name = sqlite3_bind_parameter_name(raw, index + 1).map { String(cString: $0) } ?? "?"
      guard name == ":last" else {
        throw QueryError(
          "The query has the parameter \(name), where only :last is known", advice: Self.advice)
      }
      guard columns == 2 else {
        throw QueryError(
          "The query asks for :last, but brings no key as its second column", advice: Self.advice)
      }
    }
  }

  /// Its rows after a key, as many as a run may bring.
  func rows(after last: QueryKey, _ limits: SourceLimits) throws(QueryError) -> SourceCatch {
    if sqlite3_bind_parameter_count(raw) > 0 { last.bind(to: raw, at: 1) }
    let hasKey = sqlite3_column_count(raw) == 2
    var caught = SourceCatch([])
    while try step() {
      guard caught.rows.count < limits.rows else {
        caught.truncated = true
        break
      }
      var key = QueryKey.null
      if hasKey {
        guard let found = QueryKey(raw, 1) else {
          throw QueryError(
            "The query brings a key of more than \(QueryKey.maxBytes) bytes, or one that is text and not UTF-8 (hex(…) makes one of it), in its second column",
            advice: Self.advice)
        }
        key = found
        if key != .null { caught.cursor = key.description }
      }
      if let text = text(limits) { caught.rows.append(SourceRow(content: text, key: key.word, limits)) }
    }
    return caught
  }

  private func step() throws(QueryError) -> Bool {
    let code = sqlite3_step(raw)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw QueryError(code, on: database.raw, database.path)
  }

  /// The first column as text, as much as shows that it is too long; `nil` for NULL.
  private func text(_ limits: SourceLimits) -> String? {
    guard sqlite3_column_type(raw, 0) != SQLITE_NULL else { return nil }
    return String(decoding: QueryKey.bytes(raw, 0).prefix(4 * limits.rowBytes + 4), as: UTF8.self)
  }
}
