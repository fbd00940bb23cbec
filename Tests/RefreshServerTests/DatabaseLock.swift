import CSQLite

/// The write lock of a database, held by another connection.
final class DatabaseLock {
  private var database: OpaquePointer?

  init(_ path: String) throws {
    guard sqlite3_open(path, &database) == SQLITE_OK,
      // The server may be writing in this moment.
      sqlite3_busy_timeout(database, 60_000) == SQLITE_OK,
      sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK
    else {
      throw Silence(
        description: "the database could not be locked: \(String(cString: sqlite3_errmsg(database)))")
    }
  }

  func release() {
    sqlite3_close(database)
    database = nil
  }
}
