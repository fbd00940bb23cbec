import Foundation
import RefreshStore
import Testing

@Suite struct LockTests {
  let folder = Folder()

  private func refusal(_ path: String) throws -> StoreError {
    try #require(throws: StoreError.self) { try openStore(path) }
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

  @Test func `another program's lock makes an append fail, and it works when that is gone`() async throws {
    var settings = StoreSettings()
    settings.busyTimeout = 20
    let store = try folder.open(settings)
    try store.openMain(seed: ["a"])
    let other = RawDatabase(folder.file)
    #expect(other.run("BEGIN IMMEDIATE") == nil)
    let error = await #expect(throws: StoreError.self) { try await store.append(["b"]) }
    #expect(error?.code == .locked)
    #expect(error?.message.contains(folder.file) == true)
    #expect(try await store.rows().map(\.text) == ["a"])
    #expect(other.run("ROLLBACK") == nil)
    #expect(try await store.append(["b"]).first == 2)
  }

  @Test func `a file that another program holds for itself is refused at the start`() throws {
    try folder.open().close()
    let other = RawDatabase(folder.file)
    #expect(other.run("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; UPDATE store SET clean = 1") == nil)
    var settings = StoreSettings()
    settings.busyTimeout = 20
    let error = try #require(throws: StoreError.self) { try folder.open(settings) }
    #expect(error.code == .locked)
    #expect(error.message.contains(folder.file))
  }
}
