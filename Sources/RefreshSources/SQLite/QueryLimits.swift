import CSQLite

/// What a query may work with, so that no single step of it takes long: SQLite can be interrupted between two steps only.
enum QueryLimits {
  /// The longest text or blob, and the longest row of a table, in bytes.
  static let value = 4 << 20
  /// The longest pattern of LIKE and GLOB, in bytes.
  static let pattern = 128
  /// The most steps that a query is made of, views included; what SQLite makes of views grows with the square of that.
  static let operations = 25_000

  static func set(on connection: OpaquePointer) {
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Int32(value))
    sqlite3_limit(connection, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, Int32(pattern))
    sqlite3_limit(connection, SQLITE_LIMIT_VDBE_OP, Int32(operations))
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
  }
}
