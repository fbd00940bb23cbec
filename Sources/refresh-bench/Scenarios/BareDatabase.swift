import CSQLite

/// A bare loop over SQLite's C interface: the same table, pragmas and batches as refreshd's, and nothing else.
final class BareDatabase {
  private var connection: OpaquePointer?
  private var insert: OpaquePointer?
  private var begin: OpaquePointer?
  private var commit: OpaquePointer?
  private var rows = 0
  private let text = [CChar](repeating: 120, count: ClientFrames.rowLength)
  private let digest = [UInt8](repeating: 7, count: 16)

  init(_ path: String) throws(Failure) {
    guard sqlite3_open(path, &connection) == SQLITE_OK else { throw Failure("cannot make \(path)") }
    for sql in [
      "PRAGMA journal_mode = WAL", "PRAGMA synchronous = full", "PRAGMA temp_store = MEMORY",
      "PRAGMA cell_size_check = ON", "PRAGMA journal_size_limit = 16384000",
      """
      CREATE TABLE rows (feed INTEGER NOT NULL, seq INTEGER NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL,
        run INTEGER, digest BLOB NOT NULL, total INTEGER NOT NULL, PRIMARY KEY (feed, seq)) STRICT, WITHOUT ROWID
      """,
    ] {
      guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }
    sqlite3_prepare_v2(
      connection, "INSERT INTO rows VALUES (1, ?1, ?2, 1700000000000, NULL, ?3, ?4)", -1, &insert, nil)
    sqlite3_prepare_v2(connection, "BEGIN IMMEDIATE", -1, &begin, nil)
    sqlite3_prepare_v2(connection, "COMMIT", -1, &commit, nil)
    guard insert != nil, begin != nil, commit != nil else { throw failure() }
  }

  deinit {
    for statement in [insert, begin, commit] { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }

  /// Appends batches for so long.
  /// - Returns: rows a second.
  func append(batch: Int, seconds duration: Double) throws(Failure) -> Double {
    let start = nanoseconds()
    let before = rows
    while seconds(start, nanoseconds()) < duration {
      try step(begin)
      for _ in 0..<batch {
        rows += 1
        sqlite3_bind_int64(insert, 1, sqlite3_int64(rows))
        sqlite3_bind_text(insert, 2, text, Int32(text.count), csqlite_transient())
        sqlite3_bind_blob(insert, 3, digest, 16, csqlite_transient())
        sqlite3_bind_int64(insert, 4, sqlite3_int64(rows * text.count))
        try step(insert)
      }
      try step(commit)
    }
    return Double(rows - before) / seconds(start, nanoseconds())
  }

  private func step(_ statement: OpaquePointer?) throws(Failure) {
    guard sqlite3_step(statement) == SQLITE_DONE, sqlite3_reset(statement) == SQLITE_OK else {
      throw failure()
    }
  }

  private func failure() -> Failure { Failure("SQLite: \(String(cString: sqlite3_errmsg(connection)))") }
}
