import CSQLite

/// A query that cannot be answered.
struct QueryError: Error, Equatable {
  let code: SourceFailure
  /// For people: what is wrong, and what to do.
  let words: String

  init(_ fault: String, advice: String, code: SourceFailure = .parse) {
    self.code = code
    words = "\(fault).\nNothing was added; \(advice), then refresh again."
  }

  init(_ error: FileError) {
    code = .output
    words = error.words
  }

  /// What a connection has just met.
  init(_ result: Int32, on database: OpaquePointer?, _ path: String) {
    let said = database.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(result))
    let reason = LineText.cut(LineText.clean(said.utf8), to: 300)
    switch result & 0xFF {
    case SQLITE_AUTH:
      self.init(
        "The query may only read tables of the database (SQLite: \(reason))",
        advice: "make it a SELECT in the configuration")
    case SQLITE_BUSY, SQLITE_LOCKED:
      self.init(
        "The database \(path) is locked by another program (SQLite: \(reason))",
        advice: "see what holds it", code: .output)
    case SQLITE_NOTADB:
      self.init(
        "\(path) is no SQLite database", advice: "name another file in the configuration", code: .output)
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY:
      self.init(
        "The database \(path) cannot be opened (SQLite: \(reason))",
        advice:
          "let the user that the server runs as read the file, and write to its folder if the database has a "
          + "write-ahead log", code: .output)
    case SQLITE_TOOBIG:
      self.init(
        "The query works with a text or blob of more than \(QueryLimits.value) bytes (SQLite: \(reason))",
        advice: "have it leave out the rows that hold such a one, or not use that column")
    case SQLITE_NOMEM:
      self.init(
        "The query, with the views that it uses, has more than \(QueryLimits.operations) steps, or there is no memory for it (SQLite: \(reason))",
        advice: "make it simpler in the configuration")
    case SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_RANGE:
      self.init("The query failed (SQLite: \(reason))", advice: "put it right in the configuration")
    default:
      self.init(
        "The database \(path) cannot be read (SQLite: \(reason))", advice: "see what is wrong with it",
        code: .output)
    }
  }

  var outcome: SourceOutcome { .failed(code: code, message: words) }
}
