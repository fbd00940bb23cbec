import Foundation
import RefreshStore
import Synchronization
import Testing

@Suite struct CloseTests {
  let folder = Folder()

  @Test func `closing finishes what is queued, and leaves one complete file marked clean`() async throws {
    let store = try folder.open()
    try store.openMain()
    let answered = Atomic(0)
    for _ in 0..<500 {
      store.append(Append(feed: "main", texts: ["x"], at: 0)) { result in
        if case .success = result { answered.add(1, ordering: .relaxed) }
      }
    }
    store.close()
    #expect(answered.load(ordering: .relaxed) == 500)
    #expect(FileManager.default.fileExists(atPath: folder.file + "-wal") == false)
    #expect(FileManager.default.fileExists(atPath: folder.file + "-shm") == false)
    let raw = RawDatabase(folder.file)
    #expect(raw.integer("SELECT count(*) FROM rows") == 500)
    #expect(raw.integer("SELECT clean FROM store") == 1)
  }

  @Test func `a request after the closing is refused, and closing again does nothing`() async throws {
    let store = try folder.open()
    try store.openMain()
    store.close()
    store.close()
    let error = await #expect(throws: StoreError.self) { try await store.append(["x"]) }
    #expect(error?.code == .closed)
    let opening = try #require(throws: StoreError.self) { try store.openMain() }
    #expect(opening.code == .closed)
  }

  @Test func `while it is written the file is marked unclean, from the first write on`() async throws {
    var store = try folder.open()
    try store.openMain(seed: ["a"])
    store.close()
    store = try folder.open()
    let raw = RawDatabase(folder.file)
    try store.openMain()
    #expect(try await store.rows().count == 1)
    #expect(raw.integer("SELECT clean FROM store") == 1)
    try await store.append(["b"])
    #expect(raw.integer("SELECT clean FROM store") == 0)
  }

  @Test func `a store that is let go of closes`() async throws {
    do {
      let store = try folder.open()
      try store.openMain(seed: ["a"])
    }
    let again = try folder.open()
    #expect(try again.openMain().isNew == false)
  }
}
