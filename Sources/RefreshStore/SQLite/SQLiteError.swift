import CSQLite

/// A call of SQLite that failed.
struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The extended result code.
  let code: ResultCode
  /// SQLite's words.
  let message: String
  /// The statement that failed, if it was one.
  let sql: String?
  /// The operating system's error number that belongs to it, 0 if there is none.
  let systemError: Int32

  /// The error that a connection has just met.
  init(_ code: Int32, on connection: OpaquePointer?, sql: String? = nil) {
    self.code = ResultCode(rawValue: code)
    self.sql = sql
    if let connection, sqlite3_extended_errcode(connection) == code {
      message = String(cString: sqlite3_errmsg(connection))
    } else {
      message = String(cString: sqlite3_errstr(code))
    }
    systemError = connection.map { Self.systemError(code, on: $0) } ?? 0
  }

  /// What the system said. SQLite takes it from `errno` late, when its clearing up may have changed that; what the
  /// failing call itself left with the file comes first.
  private static func systemError(_ code: Int32, on connection: OpaquePointer) -> Int32 {
    if ResultCode.changing.contains(ResultCode(rawValue: code)) {
      for which in [SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER] {
        var file: UnsafeMutablePointer<sqlite3_file>?
        var number: Int32 = 0
        guard sqlite3_file_control(connection, "main", which, &file) == SQLITE_OK, let file,
          let control = file.pointee.pMethods?.pointee.xFileControl,
          control(file, SQLITE_FCNTL_LAST_ERRNO, &number) == SQLITE_OK, number != 0
        else { continue }
        return number
      }
    }
    return sqlite3_system_errno(connection)
  }

  var description: String {
    "\(message) (SQLite \(code.rawValue))" + (sql.map { " in: \($0)" } ?? "")
  }
}
