import RefreshStore
import Testing

@testable import RefreshServer

@Suite struct RowTailTests {
  private func row(_ seq: Int, bytes: Int = 10) -> StoredRow {
    StoredRow(
      seq: seq, text: String(repeating: "x", count: bytes), at: 0, run: nil,
      mark: RowMark(digest: Digest(high: 0, low: UInt64(seq)), total: seq * bytes))
  }

  @Test func `an empty feed knows its start`() {
    let tail = RowTail([], before: .start, head: 0)
    #expect(tail.head == 0)
    #expect(tail.headMark == .start)
    #expect(tail.mark(at: 0) == .start)
    #expect(tail.mark(at: 1) == nil)
    #expect(tail.rows(after: 0).isEmpty)
  }

  @Test func `a feed that was pruned empty goes on from its head`() {
    let mark = RowMark(digest: Digest(high: 1, low: 2), total: 50)
    var tail = RowTail([], before: mark, head: 7)
    #expect(tail.head == 7)
    #expect(tail.headMark == mark)
    tail.append([row(8)])
    #expect(tail.rows(after: 7).map(\.seq) == [8])
  }

  @Test func `however many rows come, the newest are there, in order, with their marks`() {
    var tail = RowTail([], before: .start, head: 0)
    for seq in 1...5_000 {
      tail.append([row(seq)])
      #expect(tail.head == seq)
      #expect(seq - tail.start <= 2 * RowTail.maxRows)
    }
    #expect(5_000 - tail.start >= RowTail.maxRows)
    #expect(tail.rows(after: 4_997).map(\.seq) == [4_998, 4_999, 5_000])
    #expect(tail.mark(at: tail.start)?.digest.low == UInt64(tail.start))
    #expect(tail.mark(at: tail.start - 1) == nil)
    #expect(tail.mark(at: 5_000)?.total == 50_000)
  }

  @Test func `large rows are bounded by their bytes, but the last one stays`() {
    var tail = RowTail([], before: .start, head: 0)
    for seq in 1...1_000 { tail.append([row(seq, bytes: 8_192)]) }
    let held = (1_000 - tail.start) * 8_192
    #expect(held <= 2 * RowTail.maxBytes + 8_192)
    #expect(held >= RowTail.maxBytes / 2)
    #expect(tail.rows(after: 999).map(\.seq) == [1_000])
  }

  @Test func `the newest rows are as many as asked for, as far as their text fits`() {
    var tail = RowTail([], before: .start, head: 0)
    #expect(tail.newest(5, maxBytes: 100).isEmpty)
    tail.append((1...20).map { row($0) })
    #expect(tail.newest(0, maxBytes: 100).isEmpty)
    #expect(tail.newest(3, maxBytes: 100).map(\.seq) == [18, 19, 20])
    #expect(tail.newest(50, maxBytes: 1_000).map(\.seq) == Array(1...20))
    #expect(tail.newest(50, maxBytes: 100).map(\.seq) == Array(11...20))
    #expect(tail.newest(50, maxBytes: 99).map(\.seq) == Array(12...20))
    #expect(tail.newest(50, maxBytes: 1).map(\.seq) == [20])
  }
}
