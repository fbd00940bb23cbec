import Glibc

/// What the store's errors say, worded in one place.
extension StoreError {
  /// A failure that SQLite met with a file.
  init(_ error: SQLiteError, file: String) {
    let why = error.description
    let system = error.systemError == 0 ? "" : ": \(String(cString: strerror(error.systemError)))"
    switch error.code.primary {
    case .full:
      self = .noSpace(file, why)
    case .io where [ENOSPC, EDQUOT, EFBIG].contains(error.systemError):
      self = .noSpace(file, why + system)
    case .busy, .locked:
      self.init(
        .locked,
        "\(file) is locked by another process: \(why). "
          + "End the program that holds it (a backup, a sqlite3 shell) and try again.")
    case .readOnly, .permission:
      self = .notWritable(file, why + system)
    case .cannotOpen:
      self.init(
        .readOnly,
        "\(file) could not be opened: \(why)\(system). "
          + "See to it that refreshd may read and write the file and its directory.")
    case .constraint:
      self = .intruded(file, why)
    case .notADatabase:
      self = .noDatabase(file)
    case .corrupt, .format, .mismatch:
      self = .damage(file, why)
    default:
      self.init(
        .io,
        "\(file) could not be read or written: \(why)\(system). "
          + "Look at the disk and the system's log; refreshd goes on when the cause is gone.")
    }
  }

  /// Any failure inside the store.
  init(_ error: any Error, file: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as SQLiteError: self.init(error, file: file)
    default: self.init(.io, "\(file) could not be used: \(error)")
    }
  }

  static func noSpace(_ file: String, _ why: String) -> StoreError {
    StoreError(
      .full, "No space left to write \(file): \(why). Free some space on its disk; nothing saved is lost.")
  }

  static func notWritable(_ file: String, _ why: String) -> StoreError {
    StoreError(
      .readOnly,
      "\(file) cannot be written: \(why). Give refreshd the right to write the file and its directory, "
        + "or name another file.")
  }

  static func damage(_ file: String, _ why: String) -> StoreError {
    StoreError(
      .damaged,
      "\(file) is damaged: \(why). It was left as it is: stop refreshd, keep a copy, and put back a backup "
        + "(`refreshd restore`) or what `sqlite3 FILE .recover` saves; or name another file.")
  }

  /// The file does not begin as a database does.
  static func noDatabase(_ file: String) -> StoreError {
    StoreError(
      .damaged,
      "\(file) is no SQLite database, or its beginning is damaged. It was left as it is: name another file, or put "
        + "back a backup (`refreshd restore`) with refreshd stopped.")
  }

  /// What the file holds is not what this process wrote last.
  static func intruded(_ file: String, _ why: String) -> StoreError {
    StoreError(
      .intruded,
      "Another process writes to \(file): \(why). Nothing more is written here: stop that program (a second "
        + "refreshd, a sqlite3 shell), then start refreshd anew.")
  }

  /// The file's name does not lead to it any more.
  static func displaced(_ file: String, isGone: Bool) -> StoreError {
    StoreError(
      .displaced,
      "\(file) \(isGone ? "is gone: it was deleted or moved" : "is not the file that was opened: it was replaced") "
        + "while refreshd was running. Nothing more is written: stop refreshd, put back the database or a backup "
        + "of it, and start refreshd anew; stop it first whenever you exchange the file.")
  }

  static func foreign(_ file: String, _ why: String) -> StoreError {
    StoreError(
      .damaged, "\(file) is not a database of refreshd: \(why). It was left as it is: name another file.")
  }

  static func newer(_ file: String, version: Int) -> StoreError {
    StoreError(
      .newer,
      "\(file) was written by a newer refreshd (its version is \(version), this one knows up to "
        + "\(Schema.version)). Run that refreshd, or name another file.")
  }

  static func held(_ file: String, by process: String?) -> StoreError {
    StoreError(
      .locked,
      "\(file) is in use by another refreshd\(process.map { " (process \($0))" } ?? ""). "
        + "Stop that one, or name another file.")
  }

  static func missing(_ file: String) -> StoreError {
    StoreError(.io, "There is no file \(file). Name the database that is meant.")
  }

  static func missingBackup(_ file: String) -> StoreError {
    StoreError(.io, "There is no file \(file). Name the backup that is to be restored.")
  }

  static func noBackup(_ file: String) -> StoreError {
    StoreError(
      .damaged,
      "\(file) is no SQLite database, or its beginning is damaged. Nothing was changed: name another backup.")
  }

  static func occupied(_ file: String) -> StoreError {
    StoreError(.io, "\(file) is there already and was left as it is. Name a file that is not there yet.")
  }

  static func longLog(_ file: String, pages: Int) -> StoreError {
    StoreError(
      .locked,
      "\(file)-wal has grown to \(pages) pages, because another process has been reading the database all "
        + "the time. End that program (a backup, a sqlite3 shell); refreshd then goes on by itself.")
  }

  static func keyReused(_ key: String, feed: String) -> StoreError {
    StoreError(
      .keyReused, "The key \(key) was used for other rows in \(feed). Use a new key for each append.")
  }

  static func unknownFeed(_ feed: String) -> StoreError {
    StoreError(.unknownFeed, "There is no feed \(feed) in the database.")
  }

  static let busy = StoreError(.busy, "Too many reads are waiting; try again.")

  static let closed = StoreError(.closed, "The server is stopping: nothing was saved. Try again later.")

  /// A failure of the operating system on a path.
  static func system(_ number: Int32, _ path: String, _ attempt: String) -> StoreError {
    let why = "could not \(attempt): \(String(cString: strerror(number)))"
    switch number {
    case EACCES, EPERM, EROFS: return .notWritable(path, why)
    case ENOSPC, EDQUOT, EFBIG: return .noSpace(path, why)
    default:
      return StoreError(.io, "\(path) cannot be used: \(why). Correct the path, or name another file.")
    }
  }
}
