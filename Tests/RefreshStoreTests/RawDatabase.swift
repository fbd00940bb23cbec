import CSQLite

/// Another program's connection to a database: what an operator's sqlite3 shell does to it.
final class RawDatabase {
  private let connection: OpaquePointer

  init(_ path: String) {
    var handle: OpaquePointer?
    let code = sqlite3_open(path, &handle)
    precondition(code == SQLITE_OK, "could not open \(path)")
    connection = handle!
  }

  deinit { sqlite3_close_v2(connection) }

  /// Runs statements; the error's words, `nil` if there was none.
  @discardableResult
  func run(_ sql: String) -> String? {
    var words: UnsafeMutablePointer<CChar>?
    defer { sqlite3_free(words) }
    return sqlite3_exec(connection, sql, nil, nil, &words) == SQLITE_OK ? nil : String(cString: words!)
  }

  /// The first column of the first row.
  func integer(_ sql: String) -> Int {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW
    else { return -1 }
    return Int(sqlite3_column_int64(statement, 0))
  }
}
