import CFaults
import RefreshStore
import Testing

/// What comes with rows, and a file of an older version, while calls to the file system fail.
extension FaultTests {
  @Test func `cursor, title and what is known are those of the rows that are there, whichever call fails`()
    async throws
  {
    faults_install()
    var from = 0
    var failures = 0
    while true {
      let folder = Folder()
      var acknowledged = 0
      faults_arm(folder.path, 0, FAULT_ERROR, 0, 0)
      let store = try folder.open()
      try store.openMain()
      faults_arm(folder.path, FAULT_ANY, FAULT_ERROR, from, 1)
      for step in 1...4 {
        let rows: [(text: String, key: String?)] = [("\(step) a", nil), ("\(step) b", "\(step)")]
        do {
          try await store.bring(rows, by: .text, cursor: "\(step)", title: "\(step)")
          acknowledged = step
        } catch {
          failures += 1
        }
      }
      let calls = faults_disarm()
      store.close()
      let again = try folder.open()
      let record = try again.openMain()
      let texts = try await again.rows().map(\.text)
      let last = texts.last?.prefix(1).description
      #expect(record.cursors["s"] == last, "call \(from)")
      #expect(record.title?.text == last, "call \(from)")
      #expect(Int(last ?? "0")! >= acknowledged, "call \(from)")
      // Brought once more, exactly those are left out that are there.
      let all = (1...4).flatMap { ["\($0) a", "\($0) b"] }
      #expect(try await again.bring(all, by: .text).rows.map(\.text) == all.filter { !texts.contains($0) })
      again.close()
      if from >= calls { break }
      from += 1
    }
    #expect(failures > 3)
  }

  @Test func `an old file whose upgrade meets a failing call stays whole, and the next start goes on`()
    async throws
  {
    faults_install()
    var from = 0
    var refused = 0
    while true {
      let folder = Folder()
      VersionOne.make(folder.file)
      faults_arm(folder.path, FAULT_ANY, FAULT_ERROR, from, 1)
      do {
        let store = try folder.open()
        defer { store.close() }
        #expect(try store.openMain().head == 8)
      } catch let error as StoreError {
        refused += 1
        #expect(error.code != .damaged, "call \(from): \(error.message)")
      }
      let calls = faults_disarm()
      #expect(try DatabaseCheck.run(folder.file).map(\.head) == [8], "call \(from)")
      let store = try folder.open()
      #expect(try store.openMain().head == 8)
      #expect(try await store.append(["on"]).first == 9)
      store.close()
      if from >= calls { break }
      from += 1
    }
    #expect(refused > 3)
  }
}
