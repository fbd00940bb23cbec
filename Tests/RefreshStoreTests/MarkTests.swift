import RefreshStore
import Testing

@Suite struct MarkTests {
  let folder = Folder()

  private func hex(_ digest: Digest?) -> String {
    (digest?.bytes ?? []).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
  }

  @Test func `a row's digest is the beginning of SHA-256 over the digest before and the text`() async throws {
    let store = try folder.open()
    try store.openMain()
    let answer = try await store.append(["Line 1", "", "ü 🙂"])
    // Made with Python's hashlib.
    #expect(
      answer.rows.map { hex($0.mark.digest) } == [
        "429ced817cbdea3a3bef836443b67e01", "4d86850195fa1eebd58b6cff0ac1b784",
        "e6abea920b6e3e3f97e8ebca2a8db2d3",
      ])
    #expect(answer.rows.map(\.mark.total) == [6, 6, 13])
  }

  @Test func `marks are told from before the first row to the head, and not beyond`() async throws {
    let store = try folder.open()
    try store.openMain()
    #expect(try await store.mark(at: 0) == .start)
    #expect(try await store.mark(at: 1) == nil)
    let rows = try await store.append(["a", "b", "c"]).rows
    #expect(try await store.mark(at: 0) == .start)
    for row in rows { #expect(try await store.mark(at: row.seq) == row.mark) }
    #expect(try await store.mark(at: 4) == nil)
    #expect(try await store.mark(at: -1) == nil)
  }

  @Test func `two feeds have epochs of their own, and the same rows the same digest`() async throws {
    let store = try folder.open()
    let first = try store.openFeed("one", seed: ["x"], now: 0)
    let second = try store.openFeed("two", seed: ["x"], now: 0)
    #expect(first.epoch != second.epoch)
    #expect(first.headMark == second.headMark)
  }

  @Test func `rows are read after a sequence number, within a count and a size, but at least one`()
    async throws
  {
    let store = try folder.open()
    try store.openMain(seed: ["aaaa", "bbbb", "cccc", "dddd"])
    #expect(try await store.rows(after: 1).map(\.text) == ["bbbb", "cccc", "dddd"])
    #expect(try await store.rows(after: 1, limit: 2).map(\.seq) == [2, 3])
    #expect(try await store.rows(maxBytes: 8).map(\.seq) == [1, 2])
    #expect(try await store.rows(maxBytes: 9).map(\.seq) == [1, 2])
    #expect(try await store.rows(maxBytes: 1).map(\.seq) == [1])
    #expect(try await store.rows(limit: 0).isEmpty)
    #expect(try await store.rows(after: 4).isEmpty)
  }

  @Test func `the tail at opening is bounded in rows and bytes`() async throws {
    let store = try folder.open()
    try store.openMain()
    try await store.append((1...30).map { "line \($0)" })
    store.close()
    var settings = StoreSettings()
    settings.tailRows = 10
    var again = try folder.open(settings)
    #expect(try again.openMain().tail.map(\.seq) == Array(21...30))
    again.close()
    settings.tailBytes = 20
    again = try folder.open(settings)
    #expect(try again.openMain().tail.map(\.seq) == [29, 30])
  }
}
