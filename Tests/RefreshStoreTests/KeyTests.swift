import RefreshStore
import Testing

@Suite struct KeyTests {
  let folder = Folder()

  @Test func `a repeated append gets the first answer, also after a restart, and changes nothing`()
    async throws
  {
    var store = try folder.open()
    try store.openMain()
    let first = try await store.append(["a", "b"], key: "k")
    try await store.append(["later"])
    var expected = first
    expected.repeated = true
    expected.rows = []
    #expect(try await store.append(["a", "b"], at: 99, key: "k") == expected)
    store.close()
    store = try folder.open()
    try store.openMain()
    #expect(try await store.append(["a", "b"], key: "k") == expected)
    #expect(try await store.rows().map(\.text) == ["a", "b", "later"])
  }

  @Test(arguments: [["a"], ["a", "b", ""], ["ab"], ["", "ab"], ["b", "a"], []])
  func `the same key with other rows is refused, and nothing is appended`(other: [String]) async throws {
    let store = try folder.open()
    try store.openMain()
    try await store.append(["a", "b"], key: "k")
    let error = await #expect(throws: StoreError.self) { try await store.append(other, key: "k") }
    #expect(error?.code == .keyReused)
    #expect(try await store.rows().count == 2)
    #expect(store.foundDamage == nil)
  }

  @Test func `a key is one feed's`() async throws {
    let store = try folder.open()
    try store.openMain()
    _ = try store.openFeed("other", seed: [], now: 0)
    try await store.append(["a"], key: "k")
    let answer = try await store.append(["b"], to: "other", key: "k")
    #expect(answer.repeated == false)
    #expect(answer.first == 1)
  }

  @Test func `a key counts for its lifetime and then is new again`() async throws {
    let store = try folder.open()
    try store.openMain()
    let day: Int64 = 86_400_000
    try await store.append(["a"], at: 1, key: "k")
    #expect(try await store.append(["a"], at: day, key: "k").repeated)
    let later = try await store.append(["b"], at: day + 1, key: "k")
    #expect(later.repeated == false)
    #expect(later.first == 2)
    #expect(try await store.append(["b"], at: day + 2, key: "k").repeated)
  }

  @Test func `old keys are deleted as new ones come, and at a start`() async throws {
    var settings = StoreSettings()
    settings.keyLifetime = 100
    var store = try folder.open(settings)
    try store.openMain()
    for number in 0..<50 { try await store.append([], at: 0, key: "old\(number)") }
    for number in 0..<10 { try await store.append([], at: 200, key: "new\(number)") }
    #expect(RawDatabase(folder.file).integer("SELECT count(*) FROM keys") == 50 + 10 - 10 * 4)
    store.close()
    store = try Store.open(folder.file, settings: settings, now: 300) { $0() }
    try store.openMain()
    try await store.append([])
    #expect(RawDatabase(folder.file).integer("SELECT count(*) FROM keys") == 0)
  }

  @Test func `no more keys are kept than the limit says`() async throws {
    var settings = StoreSettings()
    settings.keyLimit = 10
    let store = try folder.open(settings)
    try store.openMain()
    for number in 0..<30 { try await store.append([], key: "k\(number)") }
    #expect(RawDatabase(folder.file).integer("SELECT count(*) FROM keys") == 10)
    #expect(try await store.append([], key: "k29").repeated)
    #expect(try await store.append([], key: "k20").repeated)
    #expect(try await store.append([], key: "k0").repeated == false)
  }
}
