import RefreshStore
import Testing

@Suite struct RowTests {
  let folder = Folder()

  @Test func `a new feed holds its seed, from sequence number 1 on`() async throws {
    let store = try folder.open()
    let record = try store.openMain(seed: ["Line 1", "Line 2"])
    #expect(record.isNew)
    #expect(record.head == 2)
    #expect(record.floor == 1)
    #expect(record.nextRun == 1)
    #expect(record.tail.map(\.text) == ["Line 1", "Line 2"])
    #expect(record.headMark == record.tail.last?.mark)
    #expect(record.headMark.total == 12)
    #expect(try await store.rows() == record.tail)
  }

  @Test func `a feed is the same after a restart, and its seed is not added again`() async throws {
    let store = try folder.open()
    let made = try store.openMain(seed: ["a"])
    let answer = try await store.append(["b", "", "ü 🙂\u{0}end"], at: 77, run: 3)
    #expect(answer.first == 2)
    #expect(answer.count == 3)
    #expect(answer.floor == 1)
    #expect(answer.epoch == made.epoch)
    store.close()

    let again = try folder.open()
    let record = try again.openMain(seed: ["a"])
    #expect(record.isNew == false)
    #expect(record.epoch == made.epoch)
    #expect(record.head == 4)
    #expect(record.headMark == answer.mark)
    #expect(record.tail.map(\.text) == ["a", "b", "", "ü 🙂\u{0}end"])
    #expect(record.tail.last?.at == 77)
    #expect(record.tail.map(\.run) == [nil, 3, 3, 3])
    #expect(record.tail == made.tail + answer.rows)
  }
}
