import RefreshStore
import Testing

/// What a feed keeps by text, age and runs, with an append and without.
@Suite struct RetentionTests {
  let folder = Folder()

  @Test func `by bytes the newest rows stay whose text is no more than that`() async throws {
    let store = try folder.open()
    try store.openMain()
    let keep = Retention(bytes: 10)
    #expect(try await store.bring([("aaaa", nil), ("bbbb", nil)], keep: keep).floor == 1)
    #expect(try await store.bring([("cc", nil)], keep: keep).floor == 1)
    #expect(try await store.bring([("d", nil)], keep: keep).floor == 2)
    #expect(try await store.bring([("éééé", nil)], keep: keep).floor == 4)
    #expect(try await store.rows().map(\.text) == ["d", "éééé"])
    // One that does not fit goes with the others.
    #expect(try await store.bring([("eleven byte", nil)], keep: keep).floor == 7)
    #expect(try await store.bring([("", nil)], keep: keep).floor == 7)
  }

  @Test func `by age rows go at an append and without one, and the answer tells the oldest left`()
    async throws
  {
    let store = try folder.open()
    try store.openMain()
    let keep = Retention(age: 100)
    #expect(try await store.prune(keep, at: 0) == pruned(1, nil))
    try await store.bring([("a", nil)], at: 1_000, keep: keep)
    try await store.bring([("b", nil), ("c", nil)], at: 1_050, keep: keep)
    #expect(try await store.prune(keep, at: 1_099) == pruned(1, 1_000))
    #expect(try await store.prune(keep, at: 1_100) == pruned(2, 1_050))
    #expect(try await store.bring([("d", nil)], at: 1_151, keep: keep).floor == 4)
    #expect(try await store.prune(keep, at: 9_999) == pruned(5, nil))
    #expect(try await store.rows().isEmpty)
    #expect(try await store.bring([("e", nil)], at: 9_999, keep: keep).first == 5)
  }

  @Test func `a clock that is set back makes no row go that is younger than it seems`() async throws {
    let store = try folder.open()
    try store.openMain()
    let keep = Retention(age: 100)
    try await store.bring([("old", nil)], at: 1_000, keep: keep)
    // Set back by 900, one row, and set right again.
    try await store.bring([("seems old", nil)], at: 110, keep: keep)
    #expect(try await store.bring([("new", nil)], at: 1_020, keep: keep).floor == 1)
    #expect(try await store.prune(keep, at: 1_099).floor == 1)
    // With the row before it, which it came after.
    #expect(try await store.prune(keep, at: 1_100) == pruned(3, 1_020))
  }

  @Test func `rows from the future keep nothing for ever, and go with the first that is old after them`()
    async throws
  {
    let store = try folder.open()
    try store.openMain()
    let keep = Retention(age: 100)
    try await store.bring([("future", nil), ("too", nil)], at: 5_000_000, keep: keep)
    #expect(try await store.prune(keep, at: 1_000) == pruned(1, 5_000_000))
    try await store.bring([("now", nil)], at: 1_000, keep: keep)
    #expect(try await store.prune(keep, at: 1_099).floor == 1)
    #expect(try await store.prune(keep, at: 1_100) == pruned(4, nil))
  }

  @Test func `by runs what the last good ones brought stays, and all that came after`() async throws {
    let store = try folder.open()
    try store.openMain(seed: ["seed"])
    let two = Retention(runs: 2)
    #expect(try await store.bring([("1", nil)], run: 1, keep: two).floor == 1)
    try await store.bring([("outside", nil)], keep: two)
    #expect(try await store.bring([("2a", nil), ("2b", nil)], run: 2, keep: two).floor == 2)
    try await store.bring([("between", nil)], keep: two)
    var failed = RunRecord(id: 3, edge: "top", cause: "pull", started: 5)
    (failed.ended, failed.outcome) = (5, "failed")
    try await store.end(failed)
    #expect(try await store.prune(two, at: 5).floor == 2)
    #expect(try await store.bring([("4", nil)], run: 4, keep: two).floor == 4)
    #expect(try await store.rows().map(\.text) == ["2a", "2b", "between", "4"])
  }

  @Test func `with one run a list holds what that one brought, also if it was nothing`() async throws {
    var store = try folder.open()
    try store.openMain()
    let one = Retention(runs: 1)
    try await store.bring([("1", nil)], run: 1, keep: one)
    #expect(try await store.bring([("2a", nil), ("2b", nil)], run: 2, keep: one).floor == 2)
    try await store.bring([("after", nil)], keep: one)
    #expect(try await store.rows().map(\.text) == ["2a", "2b", "after"])
    #expect(try await store.bring([], run: 3, keep: one).floor == 5)
    #expect(try await store.rows().isEmpty)
    store.close()
    store = try folder.open()
    let record = try store.openMain()
    #expect([record.floor, record.head] == [5, 4])
    #expect(try await store.bring([("4", nil)], run: 4, keep: one).floor == 5)
  }

  @Test func `each bound holds, whichever is the narrowest`() async throws {
    let store = try folder.open()
    try store.openMain()
    for run in 1...6 { try await store.bring([("row", nil), ("row", nil)], run: run, at: Int64(run) * 100) }
    #expect(try await store.prune(Retention(rows: 11, age: 5_000, bytes: 5_000, runs: 6), at: 600).floor == 2)
    #expect(try await store.prune(Retention(rows: 50, age: 500, bytes: 5_000, runs: 6), at: 600).floor == 3)
    #expect(try await store.prune(Retention(rows: 50, age: 5_000, bytes: 26, runs: 6), at: 600).floor == 5)
    #expect(try await store.prune(Retention(rows: 50, age: 5_000, bytes: 5_000, runs: 3), at: 600).floor == 7)
    #expect(try await store.prune(Retention(), at: 600).floor == 7)
  }

  @Test func `much that is to go goes in bounded steps, by whatever bound`() async throws {
    var settings = StoreSettings()
    settings.pruneLimit = 10
    for keep in [Retention(rows: 2), Retention(age: 1), Retention(bytes: 4), Retention(runs: 1)] {
      let folder = Folder()
      let store = try folder.open(settings)
      try store.openMain()
      try await store.append((1...25).map { _ in "ab" }, at: 0)
      try await store.bring([("xy", nil), ("xy", nil)], run: 1, at: 9)
      for (floor, more) in [(11, true), (21, true), (26, false)] {
        let answer = try await store.prune(keep, at: 9)
        #expect([answer.floor, answer.more ? 1 : 0] == [floor, more ? 1 : 0], "\(keep)")
      }
      #expect(try await store.prune(keep, at: 9) == pruned(26, 9))
    }
  }

  private func pruned(_ floor: Int, _ oldest: Int64?) -> Pruned {
    Pruned(floor: floor, oldest: oldest)
  }
}
