import RefreshStore
import TestSupport
import Testing

/// A directory of its own for one test, gone with this object.
final class Folder: Sendable {
  private let folder = TemporaryFolder()

  var path: String { folder.path }

  /// A database in it.
  var file: String { path + "/test.sqlite" }

  func open(_ settings: StoreSettings = StoreSettings()) throws(StoreError) -> Store {
    try openStore(file, settings)
  }

  /// A store with one feed, and other settings than the usual ones.
  func openMain(seed: [String] = ["a"], _ change: (inout StoreSettings) -> Void) throws -> Store {
    var settings = StoreSettings()
    change(&settings)
    let store = try open(settings)
    try store.openMain(seed: seed)
    return store
  }

  /// Another program in the midst of something.
  func other(doing work: String) -> RawDatabase {
    let other = RawDatabase(file)
    #expect(other.run(work) == nil)
    return other
  }

  /// Another program that holds the lock for writing.
  func otherWriter() -> RawDatabase { other(doing: "BEGIN IMMEDIATE") }
}

/// Opens a store whose answers come on its own thread.
func openStore(_ path: String, _ settings: StoreSettings = StoreSettings()) throws(StoreError) -> Store {
  try Store.open(path, settings: settings, now: 1_000) { $0() }
}

/// The store's requests with their answers awaited.
extension Store {
  @discardableResult
  func append(
    _ texts: [String], to feed: String = "main", at: Int64 = 5, run: Int? = nil, key: String? = nil,
    end: RunRecord? = nil, keepRows: Int? = nil
  ) async throws -> Appended {
    try await append(
      Append(
        feed: feed, texts: texts, at: at, run: run, key: key, end: end, keep: Retention(rows: keepRows)))
  }

  func append(_ append: Append) async throws -> Appended {
    try await withCheckedContinuation { waiter in
      self.append(append) { waiter.resume(returning: $0) }
    }.get()
  }

  func rows(_ feed: String = "main", after seq: Int = 0, limit: Int = 10_000, maxBytes: Int = 1 << 30)
    async throws -> [StoredRow]
  {
    try await withCheckedContinuation { waiter in
      rows(feed: feed, after: seq, limit: limit, maxBytes: maxBytes) { waiter.resume(returning: $0) }
    }.get()
  }

  func mark(_ feed: String = "main", at seq: Int) async throws -> RowMark? {
    try await withCheckedContinuation { waiter in
      mark(feed: feed, at: seq) { waiter.resume(returning: $0) }
    }.get()
  }

  func runs(_ feed: String = "main", limit: Int = 100) async throws -> [RunRecord] {
    try await withCheckedContinuation { waiter in
      runs(feed: feed, limit: limit) { waiter.resume(returning: $0) }
    }.get()
  }

  func start(_ run: RunRecord, feed: String = "main") async throws {
    try await withCheckedContinuation { waiter in
      startRun(feed: feed, run) { waiter.resume(returning: $0) }
    }.get()
  }

  func end(_ run: RunRecord, feed: String = "main") async throws {
    try await withCheckedContinuation { waiter in
      endRun(feed: feed, run) { waiter.resume(returning: $0) }
    }.get()
  }

  func reserve(upTo limit: Int, feed: String = "main") async throws {
    try await withCheckedContinuation { waiter in
      reserveRuns(feed: feed, upTo: limit) { waiter.resume(returning: $0) }
    }.get()
  }

  @discardableResult
  func openMain(seed: [String] = []) throws -> FeedRecord {
    try openFeed("main", seed: seed, now: 2_000)
  }
}
