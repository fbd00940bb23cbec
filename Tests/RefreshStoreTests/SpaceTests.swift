import Foundation
import RefreshStore
import Testing

@Suite struct SpaceTests {
  let folder = Folder()

  private func size(_ path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
  }

  @Test func `without space only what does not fit fails, and it works again when there is room`()
    async throws
  {
    let child = Child("full", folder.file)
    #expect(child.lines() == ["ok 2", "full", "ok 3", "room", "ok 4"])
    child.kill()
    let store = try folder.open()
    #expect(try store.openMain().head == 503)
    #expect(try await store.rows(limit: 3).map(\.text) == ["seed", "small", "small too"])
  }

  @Test func `a limit of file size is told as a lack of space, however it shows`() {
    let told = Child("limit", folder.file).lines()
    #expect(told.count == 8)
    #expect(told.first == "ok 2")
    #expect(told.last == "full")
    #expect(told.allSatisfy { $0 == "full" || $0.hasPrefix("ok ") }, "\(told)")
  }

  @Test func `the log is begun anew again and again, and stays short`() async throws {
    let store = try folder.openMain(seed: []) { $0.checkpointPages = 50 }
    for _ in 0..<200 {
      try await store.append([String](repeating: String(repeating: "x", count: 1_000), count: 20))
    }
    #expect(size(folder.file) > 2_000_000)
    #expect(size(folder.file + "-wal") < 100 * 4_096)
  }

  @Test func `a reader that stays for hours does not let the log grow without end`() async throws {
    let store = try folder.openMain {
      $0.checkpointPages = 50
      $0.logLimitPages = 300
    }
    let reader = folder.other(doing: "BEGIN; SELECT count(*) FROM rows")
    let text = String(repeating: "x", count: 8_000)
    var refused: StoreError?
    var appended = 1
    while refused == nil, appended < 2_000 {
      do {
        try await store.append([text])
        appended += 1
      } catch {
        refused = error as? StoreError
      }
    }
    #expect(refused?.code == .locked)
    #expect(refused?.message.contains("-wal") == true)
    #expect(size(folder.file + "-wal") < 320 * 4_200)
    #expect(reader.run("ROLLBACK") == nil)
    #expect(try await store.append(["after"]).first == appended + 1)
    #expect(try await store.append(["after"]).first == appended + 2)
    #expect(store.foundDamage == nil)
  }
}
