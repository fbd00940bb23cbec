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
    guard code == SQLITE_OK else { throw database.fault(code) }
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
    guard database.permission.hasSelect, sqlite3_stmt_readonly(raw) != 0, columns > 0,
      sqlite3_stmt_isexplain(raw) == 0
    else {
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

  /// Whether its second column is a key.
  var hasKey: Bool { sqlite3_column_count(raw) == 2 }

  /// Whether what it brings depends on the last key.
  var asksForLast: Bool { sqlite3_bind_parameter_count(raw) > 0 }

  /// Its rows after a key, as many as a run may bring.
  func rows(after last: QueryKey, _ limits: SourceLimits) throws(QueryError) -> QueryRows {
    begin(after: last)
    var rows = QueryRows()
    while try step() {
      guard rows.caught.rows.count < limits.rows else {
        rows.caught.truncated = true
        break
      }
      try rows.add(text(limits), key(), limits)
    }
    return rows
  }

  /// Whether a row with that key is there, wherever it is.
  func hasRow(with wanted: QueryKey) throws(QueryError) -> Bool {
    var last = QueryKey.null
    // Again and again, since a query may itself bring only some rows at a time.
    while true {
      begin(after: last)
      var next = QueryKey.null
      while try step() {
        next = try key()
        if next == wanted { return true }
      }
      guard next != .null, next != last else { return false }
      guard !database.isStopped else { throw database.fault(SQLITE_INTERRUPT) }
      last = next
    }
  }

  private func begin(after last: QueryKey) {
    database.permission.isRunning = true
    sqlite3_reset(raw)
    if asksForLast { last.bind(to: raw, at: 1) }
  }

  private func key() throws(QueryError) -> QueryKey {
    guard hasKey else { return .null }
    guard let key = QueryKey(raw, 1) else {
      throw QueryError(
        "The query brings a key of more than \(QueryKey.maxBytes) bytes, or one that is text and not UTF-8 (hex(…) makes one of it), in its second column",
        advice: Self.advice)
    }
    return key
  }

  private func step() throws(QueryError) -> Bool {
    let code = sqlite3_step(raw)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw database.fault(code)
  }

  /// The first column as text, as much as shows that it is too long; `nil` for NULL.
  private func text(_ limits: SourceLimits) -> String? {
    guard sqlite3_column_type(raw, 0) != SQLITE_NULL else { return nil }
    return String(decoding: QueryKey.bytes(raw, 0).prefix(4 * limits.rowBytes + 4), as: UTF8.self)
  }
}
