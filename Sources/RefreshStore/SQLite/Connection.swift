import CSQLite

/// One connection to a database file, for one thread at a time.
final class Connection {
  let raw: OpaquePointer

  /// Opens the file.
  /// - Parameter flags: of `sqlite3_open_v2`; the connection has no mutex of its own.
  init(_ path: String, flags: Int32) throws(SQLiteError) {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let handle else {
      let error = SQLiteError(code, on: handle)
      sqlite3_close_v2(handle)
      throw error
    }
    raw = handle
    // A damaged or hostile file must not run code through its schema, nor SQL change the file's internals.
    csqlite_configure(raw, SQLITE_DBCONFIG_DEFENSIVE, 1)
    csqlite_configure(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
  }

  /// Opens the file for reading alone, beside the connection that writes.
  static func reader(_ path: String) throws(SQLiteError) -> Connection {
    let connection = try Connection(path, flags: SQLITE_OPEN_READONLY)
    // One connection makes all checkpoints; this one must not, not even when it is closed.
    csqlite_configure(connection.raw, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    return connection
  }

  deinit {
    // Statements that still live keep the handle; it is closed with the last of them.
    sqlite3_close_v2(raw)
  }

  /// Lets calls that meet another process's lock try again for some milliseconds; 0: they fail at once.
  func waitForLocks(_ milliseconds: Int) {
    sqlite3_busy_timeout(raw, Int32(clamping: milliseconds))
  }

  /// Runs statements that bring no rows.
  func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(raw, sql, nil, nil, nil)
    if code != SQLITE_OK { throw SQLiteError(code, on: raw, sql: sql) }
  }

  /// The first column of the first row of a query, as an integer.
  func integer(_ sql: String) throws(SQLiteError) -> Int {
    let statement = try Statement(sql, on: self)
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The first column of the first row of a query, as text.
  func text(_ sql: String) throws(SQLiteError) -> String {
    let statement = try Statement(sql, on: self)
    return try statement.step() ? statement.text(0) : ""
  }

  /// How many rows the last statement that changes any has changed.
  var changes: Int { Int(sqlite3_changes(raw)) }

  /// Whether a transaction is open; some errors end it by themselves.
  var inTransaction: Bool { sqlite3_get_autocommit(raw) == 0 }

  /// Whether the file could be opened for reading only.
  var isReadOnly: Bool { sqlite3_db_readonly(raw, "main") == 1 }

  /// Takes back the open transaction, if there is one.
  func rollBack() {
    // An error here has no other outcome than the transaction's end, which is asked for.
    if inTransaction { _ = sqlite3_exec(raw, "ROLLBACK", nil, nil, nil) }
  }

  /// Copies the write-ahead log into the database file.
  /// - Returns: the pages in the log, and how many of them are in the database file now.
  @discardableResult
  func checkpoint(_ mode: Int32) throws(SQLiteError) -> (logged: Int, copied: Int) {
    var logged: Int32 = 0
    var copied: Int32 = 0
    let code = sqlite3_wal_checkpoint_v2(raw, "main", mode, &logged, &copied)
    if code != SQLITE_OK { throw SQLiteError(code, on: raw, sql: "checkpoint") }
    return (Int(logged), Int(copied))
  }
}

@available(*, unavailable) extension Connection: Sendable {}
