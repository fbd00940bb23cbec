import RefreshStore
import Testing

/// Files of an older refreshd.
@Suite struct VersionTests {
  let folder = Folder()

  private func version(_ path: String) -> Int { RawDatabase(path).integer("PRAGMA user_version") }

  private func checkRows(_ store: Store) async throws {
    let record = try store.openMain()
    #expect([record.floor, record.head] == [3, 8])
    #expect(record.refreshedAt == 1_796_040_135_284)
    #expect(record.last?.name == "Anna")
    #expect([record.nextRun, record.reservedRuns] == [2, 2])
    #expect(record.title == nil)
    #expect(record.cursors.isEmpty)
    #expect(try await store.rows().map(\.text) == ["row 3", "ключ", "", "third", "from a run", "last"])
    #expect(try await store.runs().map(\.rows) == [1])
  }

  @Test func `a file of version 1 keeps everything, and goes on as one of this version`() async throws {
    VersionOne.make(folder.file)
    var store = try folder.open()
    try await checkRows(store)
    #expect(version(folder.file) == 2)
    let epoch = try store.openMain().epoch
    #expect(Int64(bitPattern: epoch) == -292_476_222_113_005_854)
    // The key of an append from before is known.
    let repeated = try await store.append(["ключ", "", "third"], at: 1_796_040_135_999, key: "k1")
    #expect(repeated.repeated)
    #expect([repeated.first, repeated.count] == [4, 3])
    #expect(try await store.append(["new"], keepRows: 6).floor == 4)
    store.close()
    store = try folder.open()
    #expect(try store.openMain().head == 9)
    store.close()
    #expect(try DatabaseCheck.run(folder.file) == [CheckedFeed(name: "main", floor: 4, head: 9)])
  }

  @Test func `an old file can be checked, backed up and put back as it is`() async throws {
    VersionOne.make(folder.file)
    let found = [CheckedFeed(name: "main", floor: 3, head: 8)]
    #expect(try DatabaseCheck.run(folder.file) == found)
    let backup = folder.path + "/backup.sqlite"
    #expect(try Backup.make(of: folder.file, to: backup) == found)
    #expect([version(folder.file), version(backup)] == [1, 1])
    let place = folder.path + "/place.sqlite"
    #expect(try Backup.restore(backup, to: place, now: 1).feeds == found)
    let store = try openStore(place)
    try await checkRows(store)
    store.close()
    #expect(try DatabaseCheck.run(place) == found)
  }

  @Test(arguments: ["DROP TABLE keys", "ALTER TABLE runs ADD COLUMN first INTEGER"])
  func `an old file that is not whole is refused, and stays what it is`(damage: String) throws {
    VersionOne.make(folder.file)
    #expect(RawDatabase(folder.file).run(damage) == nil)
    let error = try #require(throws: StoreError.self) { try folder.open() }
    #expect(error.code == .damaged)
    #expect(version(folder.file) == 1)
    #expect(throws: StoreError.self) { try DatabaseCheck.run(folder.file) }
  }

  @Test func `a file that came from an old one has the same tables as a new one`() throws {
    VersionOne.make(folder.file)
    try folder.open().close()
    let new = folder.path + "/new.sqlite"
    try openStore(new).close()
    let attach = "ATTACH '\(new)' AS new"
    let database = RawDatabase(folder.file)
    #expect(database.run(attach) == nil)
    let both = "SELECT count(*) FROM sqlite_schema JOIN new.sqlite_schema n USING (type, name, tbl_name, sql)"
    let objects = database.integer("SELECT count(*) FROM new.sqlite_schema WHERE sql IS NOT NULL")
    #expect(objects == 8)
    #expect(database.integer(both) == objects)
  }

  @Test func `a file without an index that this version needs is refused`() throws {
    try folder.open().close()
    #expect(RawDatabase(folder.file).run("DROP INDEX known_by_seq") == nil)
    let error = try #require(throws: StoreError.self) { try folder.open() }
    #expect(error.message.contains("index known_by_seq is missing"))
  }
}
