import RefreshStore
import Testing

@Suite struct PruneTests {
  let folder = Folder()

  @Test func `an append prunes what is beyond keepRows, and the mark before the floor stays`() async throws {
    var store = try folder.open()
    try store.openMain()
    let old = try await store.append((1...8).map { "row \($0)" })
    let answer = try await store.append(["nine", "ten"], keepRows: 3)
    #expect(answer.floor == 8)
    #expect(answer.first == 9)
    #expect(try await store.rows().map(\.seq) == [8, 9, 10])
    #expect(try await store.mark(at: 7) == old.rows[6].mark)
    #expect(try await store.mark(at: 6) == nil)
    store.close()
    store = try folder.open()
    let record = try store.openMain()
    #expect(record.floor == 8)
    #expect(record.head == 10)
    #expect(record.headMark == answer.mark)
    #expect(try await store.mark(at: 7) == old.rows[6].mark)
  }

  @Test func `a feed pruned empty has its floor behind the head and goes on from there`() async throws {
    var store = try folder.open()
    try store.openMain()
    let answer = try await store.append(["a", "b"], keepRows: 0)
    #expect(answer.floor == 3)
    #expect(answer.rows.map(\.text) == ["a", "b"])
    #expect(try await store.rows().isEmpty)
    #expect(try await store.mark(at: 2) == answer.mark)
    #expect(try await store.mark(at: 1) == nil)
    #expect(try await store.mark(at: 0) == nil)
    store.close()
    store = try folder.open()
    let record = try store.openMain(seed: ["seed"])
    #expect([record.head, record.floor] == [2, 3])
    #expect(record.headMark == answer.mark)
    #expect(record.tail.isEmpty)
    let next = try await store.append(["c"], keepRows: 5)
    #expect([next.first, next.floor] == [3, 3])
    #expect(next.mark.total == 3)
  }

  @Test func `fewer rows than keepRows are left alone, and a floor never sinks`() async throws {
    let store = try folder.open()
    try store.openMain()
    #expect(try await store.append(["a", "b"], keepRows: 2).floor == 1)
    #expect(try await store.append(["c"], keepRows: 2).floor == 2)
    #expect(try await store.append(["d"], keepRows: 100).floor == 2)
    #expect(try await store.append([], keepRows: 1).floor == 4)
    #expect(try await store.rows().map(\.text) == ["d"])
  }

  @Test func `a much smaller keepRows is reached in bounded steps`() async throws {
    var settings = StoreSettings()
    settings.pruneLimit = 10
    let store = try folder.open(settings)
    try store.openMain()
    try await store.append((1...30).map(String.init))
    #expect(try await store.append(["x"], keepRows: 5).floor == 12)
    #expect(try await store.append(["x"], keepRows: 5).floor == 23)
    #expect(try await store.append(["x"], keepRows: 5).floor == 29)
  }
}
