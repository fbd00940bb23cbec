import RefreshStore
import Testing

/// What sources leave beside rows: where they go on, and what they call the feed.
@Suite struct OriginTests {
  let folder = Folder()

  @Test func `a cursor is stored with its rows, also with none, one for each source`() async throws {
    var store = try folder.open()
    #expect(try store.openMain().cursors.isEmpty)
    try await store.bring([("a", nil)], source: "one", cursor: "1")
    try await store.bring([], source: "two", cursor: "§ 2")
    try await store.bring([("b", nil)], source: "one")
    store.close()
    store = try folder.open()
    #expect(try store.openMain().cursors == ["one": "1", "two": "§ 2"])
    try await store.bring([], source: "one", cursor: "")
    store.close()
    store = try folder.open()
    #expect(try store.openMain().cursors == ["one": "", "two": "§ 2"])
  }

  @Test func `cursors are one feed's, and those of sources that were used long ago go`() async throws {
    var store = try folder.open()
    try store.openMain()
    _ = try store.openFeed("other", seed: [], now: 0)
    try await store.bring([], source: "0", cursor: "other's", feed: "other")
    for number in 0..<40 { try await store.bring([], source: "\(number)", cursor: "c\(number)") }
    // Used again, it is not the oldest any more.
    try await store.bring([], source: "8", cursor: "again")
    try await store.bring([], source: "40", cursor: "c40")
    store.close()
    store = try folder.open()
    let cursors = try store.openMain().cursors
    #expect(cursors.count == 32)
    #expect(cursors["8"] == "again")
    #expect(cursors["9"] == nil)
    #expect(cursors["10"] == "c10")
    #expect(try store.openFeed("other", seed: [], now: 0).cursors == ["0": "other's"])
  }

  @Test func `a title stays until another is told, with the source that told it`() async throws {
    var store = try folder.open()
    #expect(try store.openMain().title == nil)
    try await store.bring([], source: "one", title: "Ünder")
    try await store.bring([("a", nil)], source: "two")
    store.close()
    store = try folder.open()
    #expect(try store.openMain().title == FeedTitle(text: "Ünder", source: "one"))
    try await store.bring([], source: "two", title: "Over")
    store.close()
    store = try folder.open()
    #expect(try store.openMain().title == FeedTitle(text: "Over", source: "two"))
  }

  @Test(.timeLimit(.minutes(10)))
  func `after a kill at any moment a cursor and the rows it stands for are there, or neither`() async throws {
    var acknowledged = 0
    for round in 0..<15 {
      let child = Child("bring", folder.file)
      for _ in 0...(round * 23) {
        acknowledged = try number(child.line())
      }
      child.kill()
      if let last = child.lines().last { acknowledged = try number(last) }
      let store = try folder.open()
      let cursor = try number(store.openMain().cursors["bring"])
      #expect(cursor >= acknowledged)
      // Step n brings n % 3 rows "n i": every step up to the cursor, and none after it.
      let wanted = (1...cursor).flatMap { step in (0..<(step % 3)).map { "\(step) \($0)" } }
      #expect(try await store.rows(limit: 1_000_000).map(\.text) == wanted, "round \(round)")
      store.close()
    }
    #expect(acknowledged > 100)
  }

  private func number(_ text: String?) throws -> Int {
    let text = try #require(text)
    return try #require(Int(text), "\(text)")
  }
}
