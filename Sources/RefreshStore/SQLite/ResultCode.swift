import CSQLite

/// A result code of SQLite; the extended codes hold the primary one in their low byte.
struct ResultCode: RawRepresentable, Equatable, Sendable {
  let rawValue: Int32

  /// The code without its extension.
  var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }

  static let permission = ResultCode(rawValue: SQLITE_PERM)
  static let busy = ResultCode(rawValue: SQLITE_BUSY)
  static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  static let io = ResultCode(rawValue: SQLITE_IOERR)
  /// The extensions of `io` that come from changing a file: by writing, syncing and truncating it.
  static let changing = [3, 4, 6].map { ResultCode(rawValue: SQLITE_IOERR | $0 << 8) }
  static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  static let full = ResultCode(rawValue: SQLITE_FULL)
  static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
  static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
  static let format = ResultCode(rawValue: SQLITE_FORMAT)
}
