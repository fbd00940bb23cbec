import CSQLite

/// Keeps the write-ahead log short: copied into the file when it is long, after the answers of a commit are out.
struct Checkpoints {
  private let connection: Connection
  private let step: Int
  private let limit: Int
  private let log: LogLength
  /// How long the log was when it was last looked at: shorter means that it was begun anew.
  private var seen = 0
  /// From which length on it is copied next.
  private var next: Int

  init(_ settings: StoreSettings, _ connection: Connection) {
    self.connection = connection
    step = settings.checkpointPages
    next = step
    limit = settings.logLimitPages
    log = LogLength(connection)
  }

  /// Pages in the log after the last commit.
  var pages: Int { log.pages }

  /// Whether readers have kept the log for so long that no more may be added; tries once more to copy it.
  mutating func areBlocked() -> Bool {
    pages >= limit && copy() == false
  }

  mutating func afterCommit() {
    if pages < seen { next = step }
    seen = pages
    if pages >= next { _ = copy() }
  }

  /// Empties the log for good; what is left, after an error, the next start takes from the log.
  func last() {
    _ = try? connection.checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
  }

  /// Copies the log into the file: then the next commit begins the log anew, if nobody reads just then.
  /// - Returns: whether all of it could be copied; `nil` after an error.
  private mutating func copy() -> Bool? {
    // A failure (a full disk) leaves the log as it is, which loses nothing; the next commit tries again.
    guard let (logged, copied) = try? connection.checkpoint(SQLITE_CHECKPOINT_PASSIVE) else { return nil }
    // If somebody reads just then the log goes on; not each commit is to try again.
    next = logged + step
    return copied >= logged
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
