import Glibc
import RefreshStore
import Synchronization
import Testing

/// Collects answers, and can hold up the thread that brings them.
private final class Answers: Sendable {
  private let lines = Mutex<[String]>([])
  private let calls = Mutex(0)

  /// A store whose `deliver` counts its calls.
  func open(_ folder: Folder) throws -> Store {
    try Store.open(folder.file, now: 0) { job in
      self.calls.withLock { $0 += 1 }
      job()
    }
  }

  var deliveries: Int { calls.withLock { $0 } }
  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  func add(_ result: Result<Appended, StoreError>) {
    switch result {
    case .success(let answer): add("\(answer.first)+\(answer.count)")
    case .failure(let error): add("\(error.code)")
    }
  }
}

/// Holds the store's thread in an answer until what `queue` asks for waits all together, then waits for its end.
private func together(_ store: Store, _ queue: () -> Void) async throws {
  let held = Gate()
  let gate = Gate()
  let end = Gate()
  store.mark(feed: "main", at: 0) { _ in
    held.open()
    gate.wait()
  }
  await Task.detached { held.wait() }.value
  queue()
  store.mark(feed: "main", at: 0) { _ in end.open() }
  gate.open()
  await Task.detached { end.wait() }.value
}

@Suite struct GroupCommitTests {
  let folder = Folder()
  private let answers = Answers()

  @Test func `what waits together is committed together and answered in order`() async throws {
    let store = try answers.open(folder)
    try store.openMain()
    try await store.append(["before"])
    let before = answers.deliveries
    try await together(store) {
      for number in 0..<200 {
        store.append(Append(feed: "main", texts: ["\(number)"], at: 0), answers.add)
      }
      store.rows(feed: "main", after: 0, limit: 1_000, maxBytes: 10_000) { result in
        answers.add("rows \((try? result.get().count) ?? -1)")
      }
    }
    // One for the held answer, one for what is written, one for what is read.
    #expect(answers.deliveries - before == 3)
    #expect(answers.all == (0..<200).map { "\($0 + 2)+1" } + ["rows 201"])
  }

  @Test func `a request that fails does not take the others of its transaction with it`() async throws {
    let store = try answers.open(folder)
    try store.openMain()
    try await together(store) {
      store.append(Append(feed: "main", texts: ["a"], at: 0, key: "k"), answers.add)
      store.append(Append(feed: "main", texts: ["b"], at: 0, key: "k"), answers.add)
      store.append(Append(feed: "nowhere", texts: ["c"], at: 0), answers.add)
      store.append(Append(feed: "main", texts: ["a"], at: 0, key: "k"), answers.add)
      store.append(Append(feed: "main", texts: ["d", "e"], at: 0), answers.add)
      store.append(Append(feed: "main", texts: [], at: 0), answers.add)
    }
    #expect(answers.all == ["1+1", "keyReused", "unknownFeed", "1+1", "2+2", "4+0"])
    #expect(try await store.rows().map(\.text) == ["a", "d", "e"])
  }

  @Test func `a batch larger than its limit is cut into several transactions`() async throws {
    let store = try answers.open(folder)
    try store.openMain()
    try await together(store) {
      for _ in 0..<3_000 { store.append(Append(feed: "main", texts: ["x"], at: 0), answers.add) }
    }
    #expect(answers.all == (1...3_000).map { "\($0)+1" })
  }

  @Test func `many producers on several feeds get rows without holes, each in its own order`() async throws {
    let store = try folder.open()
    let feeds = ["one", "two", "three"]
    for feed in feeds { _ = try store.openFeed(feed, seed: [], now: 0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for producer in 0..<12 {
        group.addTask {
          let feed = feeds[producer % 3]
          for number in 0..<40 {
            let texts = (0...(number % 3)).map { "\(producer) \(number) \($0)" }
            let answer = try await store.append(texts, to: feed)
            #expect(answer.rows.map(\.text) == texts)
            #expect(answer.rows.map(\.seq) == Array(answer.first..<answer.first + texts.count))
          }
        }
      }
      try await group.waitForAll()
    }
    store.close()
    let again = try folder.open()
    for (index, feed) in feeds.enumerated() {
      let record = try again.openFeed(feed, seed: [], now: 0)
      let rows = try await again.rows(feed)
      #expect(rows.map(\.seq) == Array(1...record.head))
      for producer in stride(from: index, to: 12, by: 3) {
        let own = rows.map(\.text).filter { $0.hasPrefix("\(producer) ") }
        #expect(own == (0..<40).flatMap { n in (0...(n % 3)).map { "\(producer) \(n) \($0)" } })
      }
    }
  }
}
