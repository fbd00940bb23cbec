import CSQLite

/// The database and its work; confined to the store's thread once that runs.
final class StoreCore {
  /// How long a read waits while another process is just taking over the write-ahead log, in milliseconds.
  private static let readTimeout = 100

  let file: String
  private let held: HeldFile
  let settings: StoreSettings
  let connection: Connection
  let sql: Statements
  let hasher = ChainHasher()
  let damage: Damage
  /// The feeds in use: as the file has them after the last commit.
  var heads: [String: FeedHead] = [:]
  /// Runs that were under way when the last process stopped, to be ended with the first transaction.
  var interrupted: [(feed: String, run: RunRecord)] = []
  /// The wall time at the opening, in milliseconds since 1970.
  private let openedAt: Int
  /// Whether the last process that wrote has also closed the file.
  private(set) var wasClean: Bool
  private var needsCheck: Bool
  /// Changes when another connection has written to the file.
  private var dataVersion = -1
  /// Whether what the first transaction does besides its requests is done.
  private var isPrepared = false
  private var checkpoints: Checkpoints

  /// Opens the file, making it if there is none, and checks that it is ours.
  init(_ file: HeldFile, settings: StoreSettings, damage: Damage, now: Int64) throws {
    self.file = file.path
    held = file
    self.settings = settings
    self.damage = damage
    openedAt = Int(now)
    let connection = try Connection(file.path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    self.connection = connection
    // SQLite opens by name: it must have found the file that is locked.
    if !file.isInPlace { throw Self.displaced(file) }
    if connection.isReadOnly {
      throw StoreError.notWritable(file.path, "the system lets it be opened for reading only")
    }
    connection.waitForLocks(settings.busyTimeout)
    // Before anything is changed: a file of another program or of a newer refreshd stays as it is.
    let version = try Schema.found(in: connection, file: file.path)
    guard try connection.text("PRAGMA journal_mode = WAL") == "wal" else {
      throw StoreError(
        .io, "\(file.path) is on a file system without shared memory. Put the database on a local disk.")
    }
    try connection.execute("PRAGMA synchronous = \(settings.synchronous.rawValue)")
    try connection.execute("PRAGMA temp_store = MEMORY")
    try connection.execute("PRAGMA cell_size_check = ON")
    try connection.execute("PRAGMA journal_size_limit = \(settings.checkpointPages * 4 * 4_096)")
    try Schema.prepare(connection, from: version, file: file.path)
    sql = try Statements(on: connection)
    wasClean = try version == 0 || connection.integer("SELECT clean FROM store") == 1
    needsCheck = !wasClean
    checkpoints = Checkpoints(settings, connection)
    connection.waitForLocks(Self.readTimeout)
  }

  /// Carries out requests, all in one transaction if that is possible.
  /// - Returns: what to call for each of those done, which are the first ones; and why the rest must wait, if another
  ///   process holds the file.
  func carryOut(_ batch: [Request]) -> (done: [Completion], lock: StoreError?) {
    guard batch.contains(where: \.writes) else { return (batch.map { answer($0).completion }, nil) }
    if let error = writingError() {
      return (batch.map { $0.writes ? $0.refuse(error) : answer($0).completion }, nil)
    }
    do {
      // The worker waits for a lock that another process holds, and answers reads meanwhile.
      connection.waitForLocks(0)
      defer { connection.waitForLocks(Self.readTimeout) }
      try sql.begin.run([])
    } catch {
      let words = StoreError(error, file: file)
      if words.code == .locked { return ([], words) }
      // Nobody's fault, and the same for each.
      return (batch.map { $0.writes ? $0.refuse(words) : answer($0).completion }, nil)
    }
    // What the file says again if the transaction is taken back.
    let before = heads
    do {
      return (try transact(batch), nil)
    } catch {
      connection.rollBack()
      heads = before
      if let error = error as? StoreError, error.stopsWriting, error.code != .damaged {
        let words = damage.note(error)
        return (batch.map { $0.refuse(words) }, nil)
      }
      if batch.count > 1 { return oneByOne(batch) }
      return ([batch[0].refuse(noted(error))], nil)
    }
  }

  /// Carries out requests each in its own transaction, so that one that fails does not take the others with it.
  private func oneByOne(_ batch: [Request]) -> (done: [Completion], lock: StoreError?) {
    var all: [Completion] = []
    all.reserveCapacity(batch.count)
    for request in batch {
      let (done, lock) = carryOut([request])
      all += done
      if let lock { return (all, lock) }
    }
    return (all, nil)
  }

  /// Answers a request that only reads.
  func answer(_ request: Request) -> (completion: Completion, bytes: Int) {
    do {
      return try request.perform(self)
    } catch {
      return (request.refuse(noted(error)), 0)
    }
  }

  /// Copies the log into the file when it is long enough; called when the answers are out.
  func afterBatch() {
    checkpoints.afterCommit()
  }

  /// Leaves the file complete in itself, with the mark of a clean stop.
  /// - Parameter lockTimeout: how long another process's lock is waited for, in milliseconds.
  func finish(lockTimeout: Int) {
    let end = Monotonic.now + lockTimeout
    connection.waitForLocks(lockTimeout)
    if isPrepared, damage.found == nil {
      // Without the mark the next start checks more; that is all a failure here does.
      try? sql.markClean.run([])
    }
    connection.waitForLocks(max(0, end - .now))
    checkpoints.last()
  }

  private static func displaced(_ file: HeldFile) -> StoreError {
    .displaced(file.path, isGone: HeldFile.Identity(at: file.path) == nil)
  }

  /// Holds what memory knows of the feeds against the file, if any other connection has written to it.
  private func checkForIntruders() throws {
    var version = 0
    try sql.dataVersion.run([]) { version = $0.integer(0) }
    guard version != dataVersion else { return }
    for (name, known) in heads {
      guard let found = try loadHead(name), found.isSame(as: known) else {
        throw StoreError.intruded(file, "the feed \(name) does not stand where it stood")
      }
    }
    dataVersion = version
  }

  private func transact(_ batch: [Request]) throws -> [Completion] {
    var done: [Completion] = []
    done.reserveCapacity(batch.count)
    try checkForIntruders()
    try prepareWriting()
    for request in batch {
      do {
        done.append(try request.perform(self).completion)
      } catch let error as StoreError where !error.stopsWriting {
        done.append(request.refuse(error))
      }
    }
    if !held.isInPlace { throw Self.displaced(held) }
    try sql.commit.run([])
    isPrepared = true
    interrupted = []
    return done
  }

  /// The part of the first transaction, and of the first after a feed's opening, that no request asked for.
  private func prepareWriting() throws {
    if !isPrepared {
      try sql.markUnclean.run([])
      try sql.expireKeys.run([.integer(openedAt - Int(settings.keyLifetime)), .integer(10_000)])
    }
    for (feed, run) in interrupted { try putRun(run, feed: feed) }
  }

  /// Why nothing can be written now.
  private func writingError() -> StoreError? {
    if let error = damage.found { return error }
    if needsCheck {
      do {
        if let problem = try IntegrityCheck.problem(in: connection) {
          return damage.note(.damage(file, problem))
        }
        needsCheck = false
      } catch {
        return noted(error)
      }
    }
    return checkpoints.areBlocked() ? .longLog(file, pages: checkpoints.pages) : nil
  }

  /// An error in words; one that speaks of damage stops writing.
  private func noted(_ error: any Error) -> StoreError {
    let words = StoreError(error, file: file)
    return words.stopsWriting ? damage.note(words) : words
  }
}

@available(*, unavailable) extension StoreCore: Sendable {}
