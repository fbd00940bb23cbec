import RefreshStore
import RefreshWire
import Testing

@testable import RefreshServer

@Suite struct ResumeTests {
  private func resume(head: Int = 100, floor: Int = 1, headTotal: Int = 1_000) -> Resume {
    Resume(epoch: 7, head: head, floor: floor, headTotal: headTotal, farRows: 5_000, farBytes: 2_000_000)
  }

  private func position(_ sequence: Int, epoch: UInt64 = 7, low: UInt64 = 5) -> Position {
    Position(epoch: epoch, sequence: sequence, digest: Digest(high: 0, low: low).bytes)
  }

  private let mark = RowMark(digest: Digest(high: 0, low: 5), total: 500)

  @Test func `nothing asked is a new list`() {
    #expect(resume().first(after: nil) == .reset(.new))
  }

  @Test(arguments: [
    "", "x", "main:12", String(repeating: "A", count: 43), String(repeating: "A", count: 5_000),
  ])
  func `what is no position of this feed is another epoch`(text: String) {
    #expect(resume().first(after: text) == .reset(.epoch))
  }

  @Test func `a position of another epoch is told before anything else of it`() {
    #expect(resume().first(after: position(1_000_000, epoch: 8).text) == .reset(.epoch))
  }

  @Test func `beyond the head is ahead, at the head it is compared`() {
    #expect(resume().first(after: position(101).text) == .reset(.ahead))
    #expect(resume().first(after: position(100).text) == .needsMark(position(100)))
  }

  @Test func `the place before the floor resumes, the one before it was pruned`() {
    #expect(resume(floor: 50).first(after: position(48).text) == .reset(.pruned))
    #expect(resume(floor: 50).first(after: position(49).text) == .needsMark(position(49)))
  }

  @Test func `the empty feed's position resumes`() {
    #expect(resume(head: 0).first(after: position(0).text) == .needsMark(position(0)))
  }

  @Test func `another digest at the same place is another chain`() {
    #expect(resume().second(position(90, low: 6), mark: mark) == .chain)
    #expect(resume().second(position(90), mark: mark) == nil)
  }

  @Test func `a place that was pruned while it was looked up is told so`() {
    #expect(resume().second(position(90), mark: nil) == .pruned)
  }

  @Test func `far is more than 5 000 rows or more than 2 000 000 bytes behind`() {
    #expect(resume(head: 5_090).second(position(90), mark: mark) == nil)
    #expect(resume(head: 5_091).second(position(90), mark: mark) == .far)
    #expect(resume(headTotal: 2_000_500).second(position(90), mark: mark) == nil)
    #expect(resume(headTotal: 2_000_501).second(position(90), mark: mark) == .far)
  }

  @Test func `another chain is told before far`() {
    #expect(resume(head: 9_000).second(position(90, low: 6), mark: mark) == .chain)
  }
}
