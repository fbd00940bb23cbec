import RefreshStore
import Testing

/// Rows of a source that a feed has, or had, already.
@Suite struct DedupeTests {
  let folder = Folder()

  @Test func `by text a row is appended once, within one run and over all`() async throws {
    let store = try folder.open()
    try store.openMain()
    let first = try await store.bring(["a", "b", "a", ""], by: .text)
    #expect(first.rows.map(\.text) == ["a", "b", ""])
    #expect([first.first, first.count] == [1, 3])
    let second = try await store.bring(["b", "c", "", "A"], by: .text)
    #expect(second.rows.map(\.text) == ["c", "A"])
    #expect(second.rows.map(\.seq) == [4, 5])
    let third = try await store.bring(["a", "b", "c"], by: .text)
    #expect(third.rows.isEmpty)
    #expect([third.first, third.count] == [6, 0])
    #expect(try await store.rows().map(\.text) == ["a", "b", "", "c", "A"])
  }

  @Test func `by key an edited row is not appended again, and one without a key is known by its text`()
    async throws
  {
    let store = try folder.open()
    try store.openMain()
    try await store.bring([("One", "1"), ("Two", "2"), ("free", nil)], by: .by(Dedupe(by: .key)))
    let again = try await store.bring(
      [("One, edited", "1"), ("Two", "3"), ("free", nil), ("One", nil)], by: .by(Dedupe(by: .key)))
    // A key of its own makes a row new, whatever its text; without one the text counts, also that of a row with a key.
    #expect(again.rows.map(\.text) == ["Two"])
  }

  @Test func `unless it is said otherwise rows with a key are appended once, and others always`() async throws
  {
    let store = try folder.open()
    try store.openMain()
    try await store.bring([("One", "1"), ("df", nil), ("df", nil)], by: .automatic)
    let again = try await store.bring([("One!", "1"), ("df", nil), ("Two", "2")], by: .automatic)
    #expect(again.rows.map(\.text) == ["df", "Two"])
    let never = try await store.bring([("One", "1"), ("Two", "2")], by: .never)
    #expect(never.count == 2)
  }

  @Test func `a key is its source's own`() async throws {
    let store = try folder.open()
    try store.openMain()
    try await store.bring([("a", "1")], by: .automatic, source: "sqlite:one")
    #expect(try await store.bring([("b", "1")], by: .automatic, source: "sqlite:two").count == 1)
    #expect(try await store.bring([("c", "1")], by: .automatic, source: "sqlite:two").count == 0)
  }

  @Test func `rows from outside are never left out, and count as known by their text`() async throws {
    let store = try folder.open()
    try store.openMain()
    var outside = Append(feed: "main", texts: ["a", "a"], at: 5)
    outside.dedupe = .by(Dedupe(by: .text))
    #expect(try await store.append(outside).count == 2)
    #expect(try await store.bring(["a", "b"], by: .text).rows.map(\.text) == ["b"])
    outside.texts = ["b"]
    outside.key = "k"
    #expect(try await store.append(outside).count == 1)
    #expect(try await store.append(outside).repeated)
  }

  @Test func `a window looks at the last rows alone`() async throws {
    let store = try folder.open()
    try store.openMain()
    let rule = DedupeSetting.by(Dedupe(by: .text, window: 2))
    try await store.bring([("a", nil), ("b", nil), ("c", nil)], by: rule)
    // "a" is the third last; with it appended "c" is the second last, and "b" no longer one of two.
    let again = try await store.bring([("a", nil), ("c", nil), ("b", nil)], by: rule)
    #expect(again.rows.map(\.text) == ["a", "b"])
    #expect(try await store.bring([("a", nil), ("b", nil)], by: rule).count == 0)
  }

  @Test func `a row that was pruned does not come back, also after a restart`() async throws {
    var store = try folder.open()
    try store.openMain()
    try await store.bring([("One", "1"), ("Two", "2")], by: .automatic, keep: Retention(rows: 1))
    #expect(try await store.rows().map(\.text) == ["Two"])
    store.close()
    store = try folder.open()
    try store.openMain()
    let again = try await store.bring(
      [("One", "1"), ("Two", "2"), ("Three", "3")], by: .automatic, keep: Retention(rows: 1))
    #expect(again.rows.map(\.text) == ["Three"])
  }

  @Test func `rows from before there was a rule by text count, learned in steps or by the next run`()
    async throws
  {
    var settings = StoreSettings()
    settings.learnStep = 4
    let store = try folder.open(settings)
    try store.openMain(seed: ["seed"])
    try await store.append((1...9).map(String.init))
    #expect(try await store.learn())
    #expect(RawDatabase(folder.file).integer("SELECT count(*) FROM known") == 4)
    #expect(try await store.learn())
    // The run itself learns the last two, of which it brings one.
    #expect(try await store.bring(["seed", "3", "9", "new"], by: .text).rows.map(\.text) == ["new"])
    #expect(try await store.learn() == false)
    // Meanwhile without a rule, and then with one again.
    try await store.bring([("between", nil)], by: .never)
    #expect(try await store.bring(["between"], by: .text).count == 0)
  }

  @Test func `what is remembered is bounded, and the oldest goes`() async throws {
    var settings = StoreSettings()
    settings.knownLimit = 10
    let store = try folder.open(settings)
    try store.openMain()
    _ = try store.openFeed("other", seed: [], now: 0)
    try await store.bring(["other's"], by: .text, feed: "other")
    try await store.bring((1...30).map(String.init), by: .text)
    #expect(RawDatabase(folder.file).integer("SELECT count(*) FROM known") == 11)
    #expect(RawDatabase(folder.file).integer("SELECT known FROM feeds WHERE name = 'main'") == 10)
    #expect(try await store.bring(["21", "30", "20"], by: .text).rows.map(\.text) == ["20"])
    #expect(try await store.bring(["other's"], by: .text, feed: "other").count == 0)
  }

  @Test func `the run's record tells how many rows were really appended`() async throws {
    let store = try folder.open()
    try store.openMain()
    try await store.bring(["a", "b"], by: .text, run: 1)
    try await store.bring(["b", "c"], by: .text, run: 2)
    try await store.bring(["b", "c"], by: .text, run: 3)
    #expect(try await store.runs().map(\.rows) == [0, 1, 2])
  }
}
