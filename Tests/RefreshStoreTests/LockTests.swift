import Foundation
import RefreshStore
import Synchronization
import Testing

@Suite struct LockTests {
  let folder = Folder()

  private func refusal(_ path: String) throws -> StoreError {
    try #require(throws: StoreError.self) { try openStore(path) }
  }

  /// How many writes were refused for another program's lock.
  private final class Refused: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .relaxed) }
    func note(_ result: Result<Appended, StoreError>) {
      if case .failure(let error) = result, error.code == .locked { number.add(1, ordering: .relaxed) }
    }
  }

  /// Asks for so many writes, and waits for none.
  private func append(_ count: Int, to store: Store) -> Refused {
    let refused = Refused()
    for _ in 0..<count { store.append(Append(feed: "main", texts: ["b"], at: 0)) { refused.note($0) } }
    return refused
  }

  @Test func `a second refreshd is refused, by whatever path it comes`() throws {
    let files = FileManager.default
    let link = folder.path + "/link.sqlite"
    try files.createSymbolicLink(atPath: link, withDestinationPath: "test.sqlite")
    let linkToLink = folder.path + "/second.sqlite"
    try files.createSymbolicLink(atPath: linkToLink, withDestinationPath: link)
    let linkedFolder = folder.path + "/linked"
    try files.createSymbolicLink(atPath: linkedFolder, withDestinationPath: folder.path)
    // The first one comes by a link to a file that is not there yet.
    let store = try openStore(linkToLink)
    for path in [
      folder.file, link, linkToLink, linkedFolder + "/test.sqlite", folder.path + "/./test.sqlite",
    ] {
      let error = try refusal(path)
      #expect(error.code == .locked)
      #expect(error.message.contains("test.sqlite is in use by another refreshd (process \(getpid()))"))
    }
    #expect(store.file.hasSuffix("/test.sqlite"))
    store.close()
    try openStore(link).close()
  }

  @Test func `a crash leaves no lock behind`() throws {
    let child = Child("hold", folder.file)
    #expect(child.line() == "open")
    let error = try refusal(folder.file)
    #expect(error.code == .locked)
    #expect(error.message.contains("process \(child.number)"))
    child.kill()
    try folder.open().close()
  }

  @Test func `what is left of a process that was killed keeps nobody away`() throws {
    // It has the lock's descriptor, as a child has that was being started; the number is of no process.
    let left = Process()
    left.executableURL = URL(filePath: "/bin/sh")
    left.arguments = [
      "-c", "exec 9<>\"$0.lock\"; flock -x 9; echo 4194304 >&9; echo held; exec sleep 0.3", folder.file,
    ]
    let output = Pipe()
    left.standardOutput = output
    try left.run()
    #expect(try output.fileHandleForReading.read(upToCount: 5) == Data("held\n".utf8))
    try folder.open().close()
    left.waitUntilExit()
  }

  @Test(.timeLimit(.minutes(5)))
  func `another program's lock makes an append fail, and it works when that is gone`() async throws {
    let store = try folder.openMain { $0.busyTimeout = 20 }
    let other = folder.otherWriter()
    let error = await #expect(throws: StoreError.self) { try await store.append(["b"]) }
    #expect(error?.code == .locked)
    #expect(error?.message.contains(folder.file) == true)
    #expect(try await store.rows().map(\.text) == ["a"])
    #expect(other.run("ROLLBACK") == nil)
    #expect(try await store.append(["b"]).first == 2)
  }

  @Test(.timeLimit(.minutes(5)))
  func `while a write waits for another program's lock, reads are answered and later writes wait no longer`()
    async throws
  {
    let store = try folder.openMain { $0.busyTimeout = 600_000 }
    let other = folder.otherWriter()
    async let first = store.append(["b"]).first
    async let second = store.append(["c"]).first
    for _ in 0..<50 { #expect(try await store.rows().map(\.text) == ["a"]) }
    #expect(other.run("ROLLBACK") == nil)
    #expect(try await Set([first, second]) == [2, 3])
  }

  @Test(.timeLimit(.minutes(5)))
  func `writes that came at any time of another program's lock fail within the time that one of them waits`()
    async throws
  {
    let store = try folder.openMain {
      $0.busyTimeout = 1_000
      $0.batchLimit = 1
    }
    let other = folder.otherWriter()
    let began = ContinuousClock.now
    let refused = append(60, to: store)
    // The last of all: its end is that of the others.
    await #expect(throws: StoreError.self) { try await store.append(["c"]) }
    #expect(refused.count == 60)
    // One after the other they would take a minute.
    #expect(began.duration(to: .now) < .seconds(20))
    #expect(other.run("ROLLBACK") == nil)
  }

  @Test(.timeLimit(.minutes(5)))
  func `closing waits for another program's lock a short time only, and leaves no clean mark`() async throws {
    let store = try folder.openMain {
      $0.busyTimeout = 600_000
      $0.closeTimeout = 100
      $0.batchLimit = 2
    }
    let other = folder.otherWriter()
    let refused = append(10, to: store)
    let began = ContinuousClock.now
    store.close()
    #expect(began.duration(to: .now) < .seconds(20))
    #expect(refused.count == 10)
    #expect(other.run("ROLLBACK") == nil)
    #expect(other.integer("SELECT clean FROM store") == 0)
    #expect(try folder.open().openMain().head == 1)
  }

  @Test(.timeLimit(.minutes(5)))
  func `what another program holds when nothing is left to write does not keep the closing either`() throws {
    let store = try folder.openMain {
      $0.busyTimeout = 600_000
      $0.closeTimeout = 100
    }
    let other = folder.otherWriter()
    let began = ContinuousClock.now
    store.close()
    #expect(began.duration(to: .now) < .seconds(20))
    #expect(other.run("ROLLBACK") == nil)
    #expect(other.integer("SELECT clean FROM store") == 0)
  }

  @Test func `a file that another program holds for itself is refused at the start`() throws {
    try folder.open().close()
    let other = folder.other(
      doing: "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; UPDATE store SET clean = 1")
    defer { withExtendedLifetime(other) {} }
    var settings = StoreSettings()
    settings.busyTimeout = 20
    let error = try #require(throws: StoreError.self) { try folder.open(settings) }
    #expect(error.code == .locked)
    #expect(error.message.contains(folder.file))
  }
}
