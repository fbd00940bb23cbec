import RefreshStore
import Testing

@Suite struct RunTests {
  let folder = Folder()

  private func run(_ id: Int, ended: Int64? = nil, outcome: String? = nil) -> RunRecord {
    RunRecord(
      id: id, edge: "top", cause: "pull", client: "c1", name: "Änna", started: 10, ended: ended,
      outcome: outcome)
  }

  @Test func `a run is written at its start and at its end, with its rows in one transaction`() async throws {
    var store = try folder.open()
    try store.openMain()
    try await store.start(run(1))
    #expect(try await store.runs() == [run(1)])
    var end = run(1, ended: 30, outcome: "ok")
    end.rows = 2
    end.truncated = true
    try await store.append(["a", "b"], run: 1, end: end)
    #expect(try await store.runs() == [end])
    store.close()
    store = try folder.open()
    let record = try store.openMain()
    #expect(record.last == end)
    #expect(record.refreshedAt == 30)
    #expect(record.nextRun == 2)
    #expect(try await store.runs() == [end])
  }

  @Test func `a failed run is the last one, and the last good refresh stays what it was`() async throws {
    var store = try folder.open()
    try store.openMain()
    try await store.end(run(1, ended: 30, outcome: "ok"))
    var failed = run(2, ended: 40, outcome: "failed")
    failed.errorCode = "exit"
    failed.errorMessage = "exit status 3"
    try await store.end(failed)
    #expect(try await store.runs(limit: 1) == [failed])
    store.close()
    store = try folder.open()
    let record = try store.openMain()
    #expect(record.last == failed)
    #expect(record.refreshedAt == 30)
  }

  @Test func `an end is not taken back by a start that comes late`() async throws {
    let store = try folder.open()
    try store.openMain()
    let end = run(1, ended: 30, outcome: "cancelled")
    try await store.end(end)
    try await store.start(run(1))
    #expect(try await store.runs() == [end])
  }

  @Test func `a run without an end is ended as interrupted at the next start, for good`() async throws {
    var store = try folder.open()
    try store.openMain()
    try await store.end(run(1, ended: 30, outcome: "ok"))
    try await store.start(run(2))
    store.close()

    store = try folder.open()
    let record = try store.openMain()
    let last = try #require(record.last)
    #expect(last.id == 2)
    #expect(last.outcome == "failed")
    #expect(last.errorCode == "interrupted")
    #expect(last.errorMessage?.isEmpty == false)
    #expect(last.ended == 2_000)
    #expect(record.nextRun == 3)
    #expect(record.refreshedAt == 30)
    // Told so before anything was written, and after.
    #expect(try await store.runs().map(\.outcome) == ["failed", "ok"])
    try await store.append(["x"])
    #expect(try await store.runs() == [last, run(1, ended: 30, outcome: "ok")])
    store.close()

    store = try folder.open()
    #expect(try store.openFeed("main", seed: [], now: 9_999).last == last)
  }

  @Test func `a feed that is opened after the first write has its runs ended too`() async throws {
    var store = try folder.open()
    try store.openMain()
    _ = try store.openFeed("other", seed: [], now: 0)
    try await store.start(run(1), feed: "other")
    store.close()
    store = try folder.open()
    try store.openMain()
    try await store.append(["x"])
    _ = try store.openFeed("other", seed: [], now: 5)
    try await store.append(["x"])
    #expect(RawDatabase(folder.file).integer("SELECT ended FROM runs") == 5)
  }

  @Test func `reserved run numbers are not given again, and a reservation never shrinks`() async throws {
    var store = try folder.open()
    #expect(try store.openMain().nextRun == 1)
    try await store.reserve(upTo: 65)
    try await store.reserve(upTo: 33)
    store.close()
    store = try folder.open()
    var record = try store.openMain()
    #expect(record.reservedRuns == 65)
    #expect(record.nextRun == 65)
    try await store.end(run(80, ended: 30, outcome: "ok"))
    store.close()
    store = try folder.open()
    record = try store.openMain()
    #expect(record.nextRun == 81)
  }

  @Test func `the oldest runs are deleted beyond the limit`() async throws {
    var settings = StoreSettings()
    settings.keepRuns = 3
    let store = try folder.open(settings)
    try store.openMain()
    for id in 1...10 {
      try await store.start(run(id))
      try await store.end(run(id, ended: 30, outcome: "ok"))
    }
    #expect(try await store.runs().map(\.id) == [10, 9, 8])
    #expect(try await store.runs(limit: 2).map(\.id) == [10, 9])
  }

  @Test func `a feed that was not opened is named in the refusal`() async throws {
    let store = try folder.open()
    let error = await #expect(throws: StoreError.self) { try await store.append(["x"], to: "nowhere") }
    #expect(error?.code == .unknownFeed)
    #expect(error?.message.contains("nowhere") == true)
    #expect(store.foundDamage == nil)
  }
}
