import Foundation
import RefreshStore
import Testing

/// Checks, backups and the way back, on real files.
@Suite struct MaintenanceTests {
  let folder = Folder()
  private var backup: String { folder.path + "/backup.sqlite" }

  private func words(_ work: () throws -> Void) -> String {
    do {
      try work()
      return ""
    } catch {
      return (error as? StoreError)?.message ?? "\(error)"
    }
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// A closed database with rows 1 to 9 in `main`.
  private func make() async throws {
    let store = try folder.open()
    try store.openMain()
    try await store.append((1...9).map { "row \($0)" })
    store.close()
  }

  @Test func `a check and a backup leave no file beside a database that nobody has open`() async throws {
    try await make()
    let before = try files()
    let contents = try Data(contentsOf: URL(filePath: folder.file))
    #expect(try DatabaseCheck.run(folder.file) == [CheckedFeed(name: "main", floor: 1, head: 9)])
    #expect(try files() == before)
    _ = try Backup.make(of: folder.file, to: backup)
    #expect(try files() == (before + ["backup.sqlite"]).sorted())
    #expect(try Data(contentsOf: URL(filePath: folder.file)) == contents)
  }

  @Test func `a store that is being written to is copied as it was at one moment`() async throws {
    let store = try folder.open()
    try store.openMain()
    try await store.append(["a", "b", "c"])
    let feeds = try Backup.make(of: folder.file, to: backup)
    #expect(feeds == [CheckedFeed(name: "main", floor: 1, head: 3)])
    try await store.append(["d"])
    store.close()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains("backup") }.count
        == 1)
    let copy = try openStore(backup)
    #expect(try copy.openMain().head == 3)
    #expect(try await copy.rows().map(\.text) == ["a", "b", "c"])
    copy.close()
  }

  @Test func `a backup replaces nothing, and is not made of what is not there`() async throws {
    try await make()
    try Data("mine".utf8).write(to: URL(filePath: backup))
    #expect(words { _ = try Backup.make(of: folder.file, to: backup) }.contains("is there already"))
    #expect(try Data(contentsOf: URL(filePath: backup)) == Data("mine".utf8))
    let missing = words { _ = try Backup.make(of: folder.path + "/none", to: folder.path + "/x") }
    #expect(missing.contains("There is no file"))
    #expect(words { _ = try DatabaseCheck.run(folder.path + "/none/none") } != "")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
  }

  @Test func `what was backed up comes back with another epoch, and what was there is kept`() async throws {
    try await make()
    _ = try Backup.make(of: folder.file, to: backup)
    var store = try folder.open()
    let epoch = try store.openMain().epoch
    try await store.append(["later"])
    #expect(words { _ = try Backup.restore(backup, to: folder.file, now: 7) }.contains("in use"))
    store.close()
    let (feeds, former) = try Backup.restore(backup, to: folder.file, now: 7)
    #expect(feeds == [CheckedFeed(name: "main", floor: 1, head: 9)])
    store = try folder.open()
    let record = try store.openMain()
    #expect(record.head == 9)
    #expect(record.epoch != epoch)
    try await store.append(["on"])
    store.close()
    #expect(try DatabaseCheck.run(#require(former)).map(\.head) == [10])
    #expect(try DatabaseCheck.run(folder.file).map(\.head) == [10])
    #expect(try DatabaseCheck.run(backup).map(\.head) == [9])
  }

  @Test func `a log that was left behind does not get into what is put back`() async throws {
    try await make()
    _ = try Backup.make(of: folder.file, to: backup)
    let store = try folder.open()
    try store.openMain()
    try await store.append((10...200).map { "row \($0)" })
    // As a crash leaves them: the file and its log, and nobody who holds them.
    let crashed = folder.path + "/crashed.sqlite"
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: folder.file + end, toPath: crashed + end)
    }
    store.close()
    let (_, former) = try Backup.restore(backup, to: crashed, now: 8)
    #expect(try DatabaseCheck.run(crashed).map(\.head) == [9])
    #expect(try DatabaseCheck.run(#require(former)).map(\.head) == [200])
  }

  @Test func `what is damaged, foreign or the database itself is not put back, and nothing changes`()
    async throws
  {
    try await make()
    _ = try Backup.make(of: folder.file, to: backup)
    RawDatabase(backup).run("UPDATE rows SET text = 'forged' WHERE seq = 4")
    let foreign = folder.path + "/foreign"
    try Data(repeating: 65, count: 5_000).write(to: URL(filePath: foreign))
    let before = try Data(contentsOf: URL(filePath: folder.file))
    #expect(words { _ = try Backup.restore(backup, to: folder.file, now: 9) }.contains("row 4"))
    #expect(words { _ = try Backup.restore(foreign, to: folder.file, now: 9) } != "")
    #expect(words { _ = try Backup.restore(folder.file, to: folder.file, now: 9) }.contains("itself"))
    #expect(try Data(contentsOf: URL(filePath: folder.file)) == before)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.filter { $0.contains("partial") || $0.contains("before") } == [])
  }

  @Test
  func `a backup that is refused leaves nothing where there was no database, and a good one is put there`()
    async throws
  {
    try await make()
    _ = try Backup.make(of: folder.file, to: backup)
    let foreign = folder.path + "/foreign"
    try Data(repeating: 65, count: 5_000).write(to: URL(filePath: foreign))
    let place = folder.path + "/new.sqlite"
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(words { _ = try Backup.restore(foreign, to: place, now: 9) }.hasSuffix("name another backup."))
    #expect(
      words { _ = try Backup.restore(folder.path + "/none", to: place, now: 9) }.contains("Name the backup"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
    #expect(try Backup.restore(backup, to: place, now: 9).feeds.map(\.head) == [9])
    // Whoever comes next locks the same file.
    #expect(FileManager.default.fileExists(atPath: place + ".lock"))
  }

  @Test(arguments: [
    ("UPDATE rows SET text = 'forged' WHERE seq = 5", "row 5 of the feed main is not what its digest says"),
    ("UPDATE rows SET total = total + 1 WHERE seq = 2", "row 2 of the feed main is not what its digest says"),
    ("DELETE FROM rows WHERE seq = 3", "row 3 of the feed main is missing"),
    ("DELETE FROM rows WHERE seq = 1", "row 1 of the feed main is missing"),
    (
      "INSERT INTO rows SELECT 77, seq, text, at, run, digest, total FROM rows WHERE seq = 1",
      "1 row belongs to no feed"
    ),
    ("UPDATE feeds SET base_digest = x'00'", "contradicts itself"),
    ("DROP TABLE keys", "its table keys is missing"),
  ])
  func `a check names what is wrong, at any row`(change: String, found: String) async throws {
    try await make()
    #expect(try DatabaseCheck.run(folder.file) == [CheckedFeed(name: "main", floor: 1, head: 9)])
    #expect(RawDatabase(folder.file).run(change) == nil)
    let said = words { _ = try DatabaseCheck.run(folder.file) }
    #expect(said.contains(found), "\(said)")
    #expect(said.contains("refreshd restore"))
  }

  @Test func `a check reads pages that nothing else would look at`() async throws {
    let store = try folder.open()
    try store.openMain()
    try await store.append((1...3_000).map { "row \($0) " + String(repeating: "x", count: 100) })
    store.close()
    let file = try FileHandle(forUpdating: URL(filePath: folder.file))
    try file.seek(toOffset: 4_096 * 30)
    try file.write(contentsOf: Data(repeating: 0, count: 4_096))
    try file.close()
    #expect(words { _ = try DatabaseCheck.run(folder.file) }.contains("is damaged"))
  }
}
