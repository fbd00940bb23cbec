import RefreshStore
import Testing

@Suite struct CrashTests {
  let folder = Folder()

  @Test(.timeLimit(.minutes(10)))
  func `after a kill at any moment the acknowledged rows are there, without holes, none twice`() async throws
  {
    var acknowledged: [String: [Int: String]] = ["main": [:], "short": [:]]
    for round in 0..<20 {
      let child = Child("append", folder.file)
      for _ in 0...(round * 37) {
        note(try #require(child.line()), in: &acknowledged)
      }
      child.kill()
      for line in child.lines() { note(line, in: &acknowledged) }
      try await check(acknowledged)
    }
    #expect((acknowledged["main"]?.count ?? 0) > 100)
  }

  private func note(_ line: String, in acknowledged: inout [String: [Int: String]]) {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count == 3, let seq = Int(words[1]) else {
      Issue.record("the child said: \(line)")
      return
    }
    #expect(
      acknowledged[words[0]]?.updateValue(words[2], forKey: seq) == nil, "\(line) was acknowledged twice")
  }

  private func check(_ acknowledged: [String: [Int: String]]) async throws {
    var settings = StoreSettings()
    settings.checkedRows = 1_000_000
    let store = try folder.open(settings)
    defer { store.close() }
    for (feed, known) in acknowledged {
      // The opening checks each row's digest and that no number is missing.
      let record = try store.openFeed(feed, seed: [], now: 0)
      let rows = try await store.rows(feed, limit: 1_000_000)
      #expect(rows.map(\.seq) == (record.head < record.floor ? [] : Array(record.floor...record.head)))
      #expect(Set(rows.map(\.text)).count == rows.count)
      #expect(record.head >= known.keys.max() ?? 0)
      let kept = known.filter { $0.key >= record.floor }
      #expect(rows.filter { kept[$0.seq] != nil }.allSatisfy { $0.text == kept[$0.seq] })
      #expect(rows.filter { kept[$0.seq] != nil }.count == kept.count)
      if feed == "main" { try await checkKeys(store, rows, known) }
      if feed == "short", record.head > 20 { #expect(record.floor == record.head - 19) }
    }
    #expect(store.foundDamage == nil)
  }

  /// A client that got no answer asks again with the same key: its row is there once, wherever the crash came.
  private func checkKeys(_ store: Store, _ rows: [StoredRow], _ known: [Int: String]) async throws {
    guard let last = rows.last, let newest = known.keys.max(), let text = known[newest] else { return }
    let repeated = try await store.append([text], key: text)
    #expect(repeated.repeated)
    #expect(repeated.first == newest)
    let unanswered = try await store.append([last.text], key: last.text)
    #expect(unanswered.repeated)
    #expect(unanswered.first == last.seq)
  }
}
