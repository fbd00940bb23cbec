import CSQLite

/// Keeps the write-ahead log short: copied into the file when it is long, after the answers of a commit are out.
struct Checkpoints {
  private let connection: Connection
  private let step: Int
  private let limit: Int
  private let log: LogLength
  /// How long the log was at the last attempt that somebody's reading kept from emptying it.
  private var blockedAt = 0

  init(_ settings: StoreSettings, _ connection: Connection) {
    self.connection = connection
    step = settings.checkpointPages
    limit = settings.logLimitPages
    log = LogLength(connection)
  }

  /// Pages in the log after the last commit.
  var pages: Int { log.pages }

  /// Whether the log is so long that no more may be added; tries once more to empty it.
  var isOverLimit: Bool {
    mutating get {
      guard pages >= limit else { return false }
      copy()
      return pages >= limit
    }
  }

  mutating func afterCommit() {
    if pages >= blockedAt + step { copy() }
  }

  /// Empties the log for good; what is left, after an error, the next start takes from the log.
  func last() {
    _ = try? connection.checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
  }

  private mutating func copy() {
    // A failure (a full disk) leaves the log as it is, which loses nothing; the next commit tries again.
    guard let (logged, copied) = try? connection.checkpoint(SQLITE_CHECKPOINT_PASSIVE) else { return }
    if copied >= logged {
      // All is in the file: the next commit starts the log anew.
      blockedAt = 0
      log.pages = 0
    } else {
      blockedAt = logged
      log.pages = logged
    }
  }
}

/// The length of a connection's log, as its commits tell it; of the connection's thread.
private final class LogLength {
  var pages = 0

  init(_ connection: Connection) {
    // The hook takes the place of SQLite's own checkpoints, which hold up the commit's answer.
    sqlite3_wal_hook(connection.raw, logGrew, Unmanaged.passUnretained(self).toOpaque())
  }
}

private func logGrew(
  _ argument: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ pages: Int32
) -> Int32 {
  Unmanaged<LogLength>.fromOpaque(argument!).takeUnretainedValue().pages = Int(pages)
  return SQLITE_OK
}
