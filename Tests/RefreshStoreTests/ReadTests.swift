import Glibc
import RefreshStore
import Synchronization
import Testing

/// Answers in the order in which they came.
private final class Told: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  func add(_ name: String, _ result: Result<some Sendable, StoreError>) {
    switch result {
    case .success: add(name)
    case .failure(let error): add("\(name) \(error.code)")
    }
  }
}

/// Keeps the jobs that a store delivers until they are fetched.
private final class Inbox: Sendable {
  private let jobs = Mutex<[@Sendable () -> Void]>([])
  var count: Int { jobs.withLock { $0.count } }
  func put(_ job: @escaping @Sendable () -> Void) { jobs.withLock { $0.append(job) } }
  func fetch() {
    let jobs = jobs.withLock { jobs in
      defer { jobs = [] }
      return jobs
    }
    for job in jobs { job() }
  }
}

@Suite(.timeLimit(.minutes(5))) struct ReadTests {
  let folder = Folder()
  private let told = Told()

  private func page(_ store: Store, _ name: String, after seq: Int = 0) {
    store.rows(feed: "main", after: seq, limit: 1_000, maxBytes: 1 << 20) { told.add(name, $0) }
  }

  private func append(_ store: Store, _ name: String) {
    store.append(Append(feed: "main", texts: ["x"], at: 0)) { told.add(name, $0) }
  }

  /// Holds the store's thread in an answer while `queue` asks.
  private func together(_ store: Store, _ queue: () -> Void) async {
    let held = Gate()
    let gate = Gate()
    store.mark(feed: "main", at: 0) { _ in
      held.open()
      gate.wait()
    }
    await Task.detached { held.wait() }.value
    queue()
    gate.open()
  }

  @Test func `writes go before reads, and no read before a write that was asked earlier`() async throws {
    var settings = StoreSettings()
    settings.batchLimit = 2
    let store = try folder.open(settings)
    try store.openMain(seed: ["a"])
    await together(store) {
      page(store, "early")
      for number in 1...3 { append(store, "write \(number)") }
      store.rows(feed: "main", after: 0, limit: 10, maxBytes: 1 << 20) { result in
        told.add("late saw \((try? result.get().count) ?? -1)")
      }
      append(store, "write 4")
    }
    _ = try await store.mark(at: 0)
    store.close()
    #expect(told.all == ["write 1", "write 2", "early", "write 3", "write 4", "late saw 5"])
  }

  @Test func `a storm of pages does not hold up a client that comes back, and comes to its end too`()
    async throws
  {
    let store = try folder.open()
    try store.openMain(seed: ["a"])
    await together(store) {
      for number in 0..<3 { page(store, "page \(number)") }
      for number in 0..<40 { store.mark(feed: "main", at: 0) { told.add("\(number)", $0) } }
    }
    _ = try await store.rows()
    let all = told.all
    #expect(all.count == 43)
    // The answer that held the thread was the first of sixteen.
    #expect(all.firstIndex(of: "page 0") == 15)
    #expect(all.last == "page 2")
    #expect(all.filter { !$0.hasPrefix("page") } == (0..<40).map { "\($0)" })
  }

  @Test func `beyond the number that may wait a read is refused at once, and a write is not`() async throws {
    var settings = StoreSettings()
    settings.waitingPages = 3
    settings.waitingLookups = 2
    let store = try folder.open(settings)
    try store.openMain(seed: ["a"])
    await together(store) {
      for number in 0..<5 { page(store, "page \(number)") }
      for number in 0..<3 { store.mark(feed: "main", at: 0) { told.add("mark \(number)", $0) } }
      append(store, "write")
      #expect(told.all == ["page 3 busy", "page 4 busy", "mark 2 busy"])
    }
    store.close()
    #expect(told.all.contains("write"))
    #expect(try folder.open().openMain().head == 2)
  }

  @Test func `answers that nobody fetches are bounded in bytes, and hold up no write`() async throws {
    var settings = StoreSettings()
    settings.heldBytes = 100_000
    let inbox = Inbox()
    let store = try Store.open(folder.file, settings: settings, now: 0) { inbox.put($0) }
    _ = try store.openFeed(
      "main", seed: [String](repeating: String(repeating: "x", count: 1_000), count: 30), now: 0)
    let read = Atomic(0)
    for _ in 0..<50 {
      store.rows(feed: "main", after: 0, limit: 1_000, maxBytes: 1 << 20) { result in
        #expect((try? result.get().count) == 30)
        read.add(1, ordering: .relaxed)
      }
    }
    // A thread that stands still for its write gets the answer without fetching; no read is fetched meanwhile.
    for limit in 2...4 { try store.reserveRuns([(feed: "main", upTo: limit)]) }
    #expect(read.load(ordering: .relaxed) == 0)
    var rounds = 0
    while read.load(ordering: .relaxed) < 50 {
      let before = read.load(ordering: .relaxed)
      inbox.fetch()
      let fetched = read.load(ordering: .relaxed) - before
      // One holds more than 30 000 bytes. The thread may answer more while these are being fetched.
      #expect(fetched <= 4, "\(fetched) answers were held")
      if fetched > 0 { rounds += 1 } else { sched_yield() }
    }
    #expect(rounds >= 13)
    store.close()
  }

  @Test func `closing refuses the reads that wait and works off the writes`() async throws {
    let inbox = Inbox()
    var settings = StoreSettings()
    settings.heldBytes = 1
    let store = try Store.open(folder.file, settings: settings, now: 0) { inbox.put($0) }
    _ = try store.openFeed("main", seed: ["a"], now: 0)
    for number in 0..<20 {
      page(store, "page")
      append(store, "write \(number)")
    }
    store.close()
    inbox.fetch()
    #expect(told.all.filter { $0 == "page closed" }.count >= 19)
    #expect(told.all.filter { $0.hasPrefix("write") } == (0..<20).map { "write \($0)" })
  }
}
