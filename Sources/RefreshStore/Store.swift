import Glibc
import Synchronization

/// The feeds, rows and runs of one database file.
///
/// A thread of its own does all the work. Requests that wait together share one transaction, and each is answered
/// when it is durable: the answers are handed to `deliver` in the order in which the work was done: writes in the
/// order of the requests, a read after the writes that were asked before it, unless those wait for another process's
/// lock. From any thread.
public final class Store: @unchecked Sendable {
  /// Hands a job to the thread that wants the answers.
  public typealias Deliver = @Sendable (@escaping @Sendable () -> Void) -> Void

  /// The absolute path of the database file.
  public let file: String
  private let queue: RequestQueue
  private let deliver: Deliver
  private let damage: Damage
  private let thread: StoreThread
  private let lookupBytes: Int
  /// Nil after an unclean stop: then the first write waits for the check.
  private let check: BackgroundCheck?
  private let locks: Mutex<(HeldFile, FileLock)?>

  /// Opens a database file, making it and its directory if they are not there, and checks that it is whole and ours.
  ///
  /// - Parameters:
  ///   - path: the file; links are followed.
  ///   - now: the wall time, in milliseconds since 1970.
  ///   - deliver: runs a job on the thread that wants the answers, in the order given.
  /// - Throws: a ``StoreError`` that names the file and says what to do.
  public static func open(
    _ path: String, settings: StoreSettings = StoreSettings(), now: Int64, deliver: @escaping Deliver
  ) throws(StoreError) -> Store {
    let place = try DatabaseFile(path)
    try place.checkKind()
    // Before the lock file, which would be left beside what is no database at all.
    var file = try HeldFile(place.path, making: false)
    let lock = try FileLock(of: place.path)
    // After it: who is refused makes no file. One that somebody else has just made is looked at as any other.
    if file == nil { file = try HeldFile(place.path, making: true) }
    guard let file else { throw .system(ENOENT, place.path, "make it") }
    let damage = Damage { error in
      if let report = settings.report { deliver { report(error) } }
    }
    // The file is let go of after SQLite's connection is closed, whichever way this ends.
    defer { withExtendedLifetime(file) {} }
    do {
      let core = try StoreCore(file, settings: settings, damage: damage, now: now)
      return Store(core, locks: (file, lock), deliver: deliver)
    } catch {
      throw StoreError(error, file: place.path)
    }
  }

  private init(_ core: StoreCore, locks: (HeldFile, FileLock), deliver: @escaping Deliver) {
    file = core.file
    damage = core.damage
    self.deliver = deliver
    self.locks = Mutex(locks)
    let queue = RequestQueue(core.settings)
    self.queue = queue
    check = core.wasClean ? BackgroundCheck(core.file, damage: core.damage) : nil
    lookupBytes = core.settings.lookupBytes
    // The core goes to the thread, which alone uses it from here on.
    nonisolated(unsafe) let worker = StoreWorker(core, queue, deliver: deliver)
    thread = StoreThread { worker.run() }
  }

  deinit {
    close()
  }

  /// The damage found so far; while there is some, nothing is written.
  public var foundDamage: StoreError? { damage.found }

  /// How many requests wait for the thread.
  public var waiting: (writes: Int, reads: Int) { queue.waiting }

  /// Opens a feed, waiting for it; makes it with the rows of `seed` if the file has none of that name.
  ///
  /// The last rows are checked. Runs without an end are ended as failed, `interrupted`. Open all feeds before the
  /// first write: after an unclean stop that one waits for a check of the whole file, and what follows for it.
  /// - Throws: a ``StoreError`` if the file cannot be read or contradicts itself.
  public func openFeed(_ name: String, seed: [String], now: Int64) throws(StoreError) -> FeedRecord {
    if let record = try wait(writes: false, { try $0.openFeed(name, now: now) }) { return record }
    return try wait(writes: true) { try $0.makeFeed(name, seed: seed, now: now) }
  }

  /// Opens a feed while others are in use, or makes it, and reserves its next `ahead` run numbers.
  public func openFeed(
    _ name: String, seed: [String], now: Int64, ahead: Int,
    _ done: @escaping @Sendable (Result<FeedRecord, StoreError>) -> Void
  ) {
    add(
      Request(.write, done) { core in
        var record =
          try core.openFeed(name, now: now) ?? core.makeFeed(name, seed: seed, now: now)
        try core.reserveRuns(name, upTo: record.nextRun + ahead)
        record.reservedRuns = record.nextRun + ahead
        return record
      })
  }

  /// Appends rows; the one place where rows come into a feed.
  public func append(_ append: Append, _ done: @escaping @Sendable (Result<Appended, StoreError>) -> Void) {
    add(Request(.write, done) { try $0.append(append) })
  }

  /// Deletes what is beyond what a feed keeps, without an append: rows become too old by themselves. One step; when the
  /// answer says that there is more, it is to be asked for again.
  public func prune(
    feed: String, keep: Retention, at now: Int64,
    _ done: @escaping @Sendable (Result<Pruned, StoreError>) -> Void
  ) {
    add(Request(.write, done) { try $0.prune(feed, keep, at: now) })
  }

  /// Remembers the texts of rows that came while no rule asked for them, in one step; an append by text or key does the
  /// rest, in its own transaction. The answer tells whether there are more.
  public func learnTexts(feed: String, _ done: @escaping @Sendable (Result<Bool, StoreError>) -> Void) {
    add(Request(.write, done) { try $0.learnTexts(of: feed) })
  }

  /// Notes the start of a run.
  public func startRun(
    feed: String, _ run: RunRecord, _ done: @escaping @Sendable (Result<Void, StoreError>) -> Void
  ) {
    add(Request(.write, done) { try $0.putRun(run, feed: feed) })
  }

  /// Notes the end of a run that brings no rows; of one that brings some, ``Append/end`` does.
  public func endRun(
    feed: String, _ run: RunRecord, _ done: @escaping @Sendable (Result<Void, StoreError>) -> Void
  ) {
    add(Request(.write, done) { try $0.putRun(run, feed: feed) })
  }

  /// Reserves the run numbers below `upTo`: after a restart none of them is given again. Never takes some back.
  public func reserveRuns(
    feed: String, upTo: Int, _ done: @escaping @Sendable (Result<Void, StoreError>) -> Void
  ) {
    add(Request(.write, done) { try $0.reserveRuns(feed, upTo: upTo) })
  }

  /// Reserves run numbers of several feeds in one transaction, waiting for it: at start, so that the first refresh
  /// finds its number durable. After an unclean stop it waits for the check of the whole file, as any first write does.
  /// - Throws: a ``StoreError`` if the file cannot be written.
  public func reserveRuns(_ limits: [(feed: String, upTo: Int)]) throws(StoreError) {
    try wait(writes: true) { core in
      for limit in limits { try core.reserveRuns(limit.feed, upTo: limit.upTo) }
    }
  }

  /// Gives back the reserved run numbers from `next` on, which no run has been given: the last request before a
  /// clean stop, so that the numbers go on without a gap.
  public func releaseRuns(
    feed: String, from next: Int, _ done: @escaping @Sendable (Result<Void, StoreError>) -> Void
  ) {
    add(Request(.write, done) { try $0.releaseRuns(feed, from: next) })
  }

  /// Reads the rows before a sequence number, those next to it, in order: at most `limit` and `maxBytes` of text, but
  /// one if there is one.
  public func rows(
    feed: String, before seq: Int, limit: Int, maxBytes: Int,
    _ done: @escaping @Sendable (Result<[StoredRow], StoreError>) -> Void
  ) {
    readRows(maxBytes, done) { try $0.rows(of: feed, before: seq, limit: limit, maxBytes: maxBytes) }
  }

  /// Reads rows after a sequence number, at most `limit` and `maxBytes` of text, but one if there is one.
  public func rows(
    feed: String, after seq: Int, limit: Int, maxBytes: Int,
    _ done: @escaping @Sendable (Result<[StoredRow], StoreError>) -> Void
  ) {
    readRows(maxBytes, done) { try $0.rows(of: feed, after: seq, limit: limit, maxBytes: maxBytes) }
  }

  /// Reads the mark at a sequence number, from one before the floor to the head; `nil` outside.
  public func mark(
    feed: String, at seq: Int, _ done: @escaping @Sendable (Result<RowMark?, StoreError>) -> Void
  ) {
    add(Request(.lookup, done) { try $0.mark(of: feed, at: seq) })
  }

  /// Reads the newest runs, newest first.
  public func runs(
    feed: String, limit: Int, _ done: @escaping @Sendable (Result<[RunRecord], StoreError>) -> Void
  ) {
    let request = Request(.page, done, bytes: { $0.reduce(0) { $0 + $1.memory } }) { core in
      try core.runs(of: feed, limit: limit)
    }
    add(request)
  }

  /// Finishes the writes that are queued, leaves the file complete in itself and lets go of it; waits for that.
  ///
  /// Reads that are queued fail with ``StoreError/Code/closed``. If another process holds the file for longer than
  /// the settings allow, what is left to write fails, and the next start checks the whole file.
  /// Requests that come later fail with ``StoreError/Code/closed``. Not to be called from a completion that
  /// `deliver` runs on the store's own thread.
  public func close() {
    guard let refused = queue.close() else { return }
    if !refused.isEmpty { deliver { for request in refused { request.refuse(.closed)() } } }
    // First the reader: the log can be emptied only when nobody reads.
    check?.finish()
    thread.join()
    locks.withLock { $0 = nil }
  }

  private func readRows(
    _ maxBytes: Int, _ done: @escaping @Sendable (Result<[StoredRow], StoreError>) -> Void,
    _ work: @escaping @Sendable (StoreCore) throws -> [StoredRow]
  ) {
    let kind = maxBytes <= lookupBytes ? Request.Kind.lookup : .page
    add(Request(kind, done, bytes: { $0.reduce(0) { $0 + $1.memory } }, work))
  }

  private func add(_ request: Request) {
    switch queue.add(request) {
    case .yes: break
    case .full: deliver(request.refuse(.busy))
    case .closed: deliver(request.refuse(.closed))
    }
  }

  private func wait<Answer: Sendable>(
    writes: Bool, _ work: @escaping @Sendable (StoreCore) throws -> Answer
  ) throws(StoreError) -> Answer {
    let waiter = Waiter<Answer>()
    let request = Request(writes ? .write : .page, awaitedBy: waiter, work)
    guard case .yes = queue.add(request) else { throw StoreError.closed }
    return try waiter.wait().get()
  }
}
