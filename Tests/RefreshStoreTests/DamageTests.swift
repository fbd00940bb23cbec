import Foundation
import RefreshStore
import Testing

@Suite(.timeLimit(.minutes(5))) struct DamageTests {
  let folder = Folder()

  /// A large database with a page of rows in its middle overwritten, which the look at the last rows cannot see.
  private func makeDamaged(clean: Bool) async throws {
    let store = try folder.open()
    try store.openMain()
    try await store.append((1...20_000).map { "row \($0)" })
    store.close()
    if !clean { RawDatabase(folder.file).run("UPDATE store SET clean = 0; PRAGMA wal_checkpoint(TRUNCATE)") }
    let size = try #require(try FileManager.default.attributesOfItem(atPath: folder.file)[.size] as? Int)
    let file = try FileHandle(forUpdating: URL(filePath: folder.file))
    try file.seek(toOffset: UInt64(size / 4_096 / 2 * 4_096))
    try file.write(contentsOf: Data(repeating: 0xff, count: 200))
    try file.close()
  }

  @Test func `after an unclean stop the first write waits for the check, and damage stops it`() async throws {
    try await makeDamaged(clean: false)
    let (reports, heard) = AsyncStream.makeStream(of: StoreError.self)
    var settings = StoreSettings()
    settings.report = { heard.yield($0) }
    let store = try folder.open(settings)
    let record = try store.openMain()
    #expect(record.head == 20_000)
    let before = try Data(contentsOf: URL(filePath: folder.file))
    let error = await #expect(throws: StoreError.self) { try await store.append(["x"]) }
    #expect(error?.code == .damaged)
    #expect(await reports.first { _ in true } == error)
    #expect(store.foundDamage == error)
    // What can be read is still served, nothing is overwritten.
    #expect(try await store.rows(after: 19_990).count == 10)
    store.close()
    #expect(try Data(contentsOf: URL(filePath: folder.file)) == before)
  }

  @Test func `after a clean stop the check runs beside the work, and damage stops writing`() async throws {
    try await makeDamaged(clean: true)
    let (reports, heard) = AsyncStream.makeStream(of: StoreError.self)
    var settings = StoreSettings()
    settings.report = { heard.yield($0) }
    let store = try folder.open(settings)
    try store.openMain()
    let report = try #require(await reports.first { _ in true })
    #expect(report.code == .damaged)
    #expect(report.message.contains(folder.file))
    let error = await #expect(throws: StoreError.self) { try await store.append(["x"]) }
    #expect(error == report)
    #expect(try await store.rows(after: 19_990).count == 10)
  }

  @Test func `a whole file is found whole after an unclean stop, and written on`() async throws {
    var store = try folder.open()
    try store.openMain()
    try await store.append((1...2_000).map { "row \($0)" })
    store.close()
    RawDatabase(folder.file).run("UPDATE store SET clean = 0")
    store = try folder.open()
    try store.openMain()
    #expect(try await store.append(["x"]).first == 2_001)
    #expect(store.foundDamage == nil)
  }
}
