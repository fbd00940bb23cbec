import RefreshStore
import Testing

@Suite struct RestartTests {
  let folder = Folder()

  private func rows(_ store: Store, before seq: Int, limit: Int = 100, maxBytes: Int = 1_000) async throws
    -> [String]
  {
    try await withCheckedContinuation { waiter in
      store.rows(feed: "main", before: seq, limit: limit, maxBytes: maxBytes) { waiter.resume(returning: $0) }
    }.get().map(\.text)
  }

  @Test func `rows before a place are those next to it, in order, within bounds`() async throws {
    let store = try folder.open()
    try store.openMain(seed: ["aaaa", "bbbb", "cccc", "dddd"])
    #expect(try await rows(store, before: 4) == ["aaaa", "bbbb", "cccc"])
    #expect(try await rows(store, before: 4, limit: 2) == ["bbbb", "cccc"])
    #expect(try await rows(store, before: 99, maxBytes: 8) == ["cccc", "dddd"])
    #expect(try await rows(store, before: 4, maxBytes: 1) == ["cccc"])
    #expect(try await rows(store, before: 1) == [])
  }

  @Test func `run numbers given back are given again, those of runs never`() async throws {
    var store = try folder.open()
    try store.openMain()
    try store.reserveRuns([(feed: "main", upTo: 65)])
    try await store.end(RunRecord(id: 7, edge: "top", cause: "pull", started: 1, ended: 2, outcome: "ok"))
    try await withCheckedContinuation { waiter in
      store.releaseRuns(feed: "main", from: 8) { waiter.resume(returning: $0) }
    }.get()
    store.close()
    store = try folder.open()
    #expect(try store.openMain().nextRun == 8)
    try await withCheckedContinuation { waiter in
      store.releaseRuns(feed: "main", from: 3) { waiter.resume(returning: $0) }
    }.get()
    store.close()
    store = try folder.open()
    #expect(try store.openMain().nextRun == 8)
  }

  @Test func `the mark before the tail is that of the row before it`() async throws {
    var settings = StoreSettings()
    settings.tailRows = 2
    var store = try folder.open(settings)
    #expect(try store.openMain(seed: ["a", "b"]).tailStart == .start)
    let rows = try await store.append(["c", "d", "e"]).rows
    store.close()
    store = try folder.open(settings)
    let record = try store.openMain()
    #expect(record.tail == Array(rows.suffix(2)))
    #expect(record.tailStart == rows[0].mark)
  }
}
