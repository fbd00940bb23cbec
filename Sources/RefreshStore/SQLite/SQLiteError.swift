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
    systemError = connection.map { sqlite3_system_errno($0) } ?? 0
  }

  var description: String {
    "\(message) (SQLite \(code.rawValue))" + (sql.map { " in: \($0)" } ?? "")
  }
}
