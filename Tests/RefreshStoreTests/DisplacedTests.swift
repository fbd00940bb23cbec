import Foundation
import RefreshStore
import Testing

/// What other programs do to the database while it is open.
@Suite(.timeLimit(.minutes(5))) struct DisplacedTests {
  let folder = Folder()
  let files = FileManager.default

  private enum Change: CaseIterable {
    case deleted, moved, replaced

    func happen(to file: String) throws {
      let files = FileManager.default
      switch self {
      case .deleted: try files.removeItem(atPath: file)
      case .moved: try files.moveItem(atPath: file, toPath: file + ".old")
      case .replaced:
        try files.copyItem(atPath: file, toPath: file + ".copy")
        try files.removeItem(atPath: file)
        try files.moveItem(atPath: file + ".copy", toPath: file)
      }
    }
  }

  @Test(arguments: Change.allCases)
  private func `a database that is not in its place takes no more rows, and says so`(change: Change)
    async throws
  {
    let (reports, heard) = AsyncStream.makeStream(of: StoreError.self)
    var settings = StoreSettings()
    settings.report = { heard.yield($0) }
    let store = try folder.open(settings)
    try store.openMain(seed: ["a"])
    try await store.append(["b"])
    try change.happen(to: folder.file)
    let error = await #expect(throws: StoreError.self) { try await store.append(["lost"]) }
    #expect(error?.code == .displaced)
    #expect(error?.message.contains(folder.file) == true)
    #expect(error?.message.contains(change == .replaced ? "replaced" : "is gone") == true)
    #expect(await reports.first { _ in true } == error)
    #expect(store.foundDamage == error)
    // It stays so, for all that is asked together too, and what can be read is served.
    async let one = store.append(["lost"])
    async let two = store.append(["lost"])
    let answers = [try? await one, try? await two]
    #expect(answers == [nil, nil])
    #expect(try await store.rows().map(\.text) == ["a", "b"])
    store.close()
    if change == .replaced { #expect(try folder.open().openMain().head <= 2) }
  }

  @Test func `rows that another process adds are found before more are written`() async throws {
    let store = try folder.open()
    try store.openMain(seed: ["a"])
    let other = RawDatabase(folder.file)
    // What does not touch the rows does no harm.
    #expect(other.run("UPDATE store SET clean = 0") == nil)
    try await store.append(["b"])
    #expect(
      other.run("INSERT INTO rows SELECT feed, 3, 'theirs', at, run, digest, total FROM rows WHERE seq = 2")
        == nil)
    let error = await #expect(throws: StoreError.self) { try await store.append(["c"]) }
    #expect(error?.code == .intruded)
    #expect(error?.message.hasPrefix("Another process writes to \(folder.file)") == true)
    let again = await #expect(throws: StoreError.self) { try await store.append(["d"]) }
    #expect(again == error)
    #expect(other.integer("SELECT count(*) FROM rows") == 3)
    #expect(other.integer("SELECT count(*) FROM rows WHERE text IN ('c', 'd')") == 0)
  }

  @Test(arguments: [
    "DELETE FROM rows WHERE seq = 2", "UPDATE rows SET digest = zeroblob(16) WHERE seq = 2",
    "UPDATE feeds SET floor = 2",
  ])
  func `rows that another process changes are found before more are written`(sql: String) async throws {
    let store = try folder.open()
    try store.openMain(seed: ["a", "b"])
    let other = RawDatabase(folder.file)
    #expect(other.run(sql) == nil)
    let before = other.integer("SELECT count(*) FROM rows")
    let error = await #expect(throws: StoreError.self) { try await store.append(["c"]) }
    #expect(error?.code == .intruded)
    #expect(store.foundDamage == error)
    #expect(other.integer("SELECT count(*) FROM rows") == before)
  }

  @Test func `a second refreshd is refused while the first one runs without its database`() throws {
    let child = Child("hold", folder.file)
    #expect(child.line() == "open")
    for end in ["", "-wal", "-shm"] { try? files.removeItem(atPath: folder.file + end) }
    let error = try #require(throws: StoreError.self) { try folder.open() }
    #expect(error.code == .locked)
    #expect(!files.fileExists(atPath: folder.file))
    child.kill()
    try folder.open().close()
  }

  @Test func `a second refreshd is refused when somebody has removed the lock file`() throws {
    let child = Child("hold", folder.file)
    #expect(child.line() == "open")
    try files.removeItem(atPath: folder.file + ".lock")
    let error = try #require(throws: StoreError.self) { try folder.open() }
    #expect(error.code == .locked)
    #expect(error.message.contains("in use by another refreshd"))
    child.kill()
    try folder.open().close()
  }

  @Test func `a second opening in this process takes nothing from the first`() throws {
    let store = try folder.open()
    // Closed after the store: closing any descriptor of the file drops SQLite's locks in this process.
    let descriptor = open(folder.file, O_RDWR)
    defer { close(descriptor) }
    #expect(isLocked(descriptor))
    try files.removeItem(atPath: folder.file + ".lock")
    let error = try #require(throws: StoreError.self) { try folder.open() }
    #expect(error.code == .locked)
    #expect(isLocked(descriptor))
    store.close()
    #expect(!isLocked(descriptor))
  }

  /// Whether SQLite has its shared lock on a file: asked for a descriptor's own lock, which this process's others block.
  private func isLocked(_ descriptor: Int32) -> Bool {
    // The range in which SQLite's readers lock.
    var lock = flock(
      l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0x4000_0002, l_len: 510, l_pid: 0)
    let ask: Int32 = 36  // F_OFD_GETLK, which the system module does not bring
    #expect(fcntl(descriptor, ask, &lock) == 0)
    return lock.l_type != Int16(F_UNLCK)
  }
}
