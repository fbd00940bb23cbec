import CFaults
import Foundation
import RefreshStore
import Testing

/// Every call that SQLite makes to the file system, failing in turn.
///
/// One after the other: the faults are one for the whole process.
@Suite(.serialized) struct FaultTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let kinds: Int32
    let way: fault_way
    /// How many calls fail; 0: all from the first one on, until the cause is gone.
    let count: Int
  }

  static let cases = [
    Case(testDescription: "one write", kinds: FAULT_WRITE, way: FAULT_ERROR, count: 1),
    Case(testDescription: "one write, half done", kinds: FAULT_WRITE, way: FAULT_SHORT, count: 1),
    Case(testDescription: "a full disk", kinds: FAULT_WRITE | FAULT_TRUNCATE, way: FAULT_FULL, count: 0),
    Case(testDescription: "one sync", kinds: FAULT_SYNC, way: FAULT_ERROR, count: 1),
    Case(testDescription: "all syncs", kinds: FAULT_SYNC, way: FAULT_ERROR, count: 0),
    Case(testDescription: "one call of any kind", kinds: FAULT_ANY, way: FAULT_ERROR, count: 1),
    Case(testDescription: "all calls of any kind", kinds: FAULT_ANY, way: FAULT_ERROR, count: 0),
  ]

  /// What came of a store whose calls failed.
  private struct Outcome {
    var calls = 0
    /// The texts of appends in their order, and whether each was acknowledged.
    var appends: [(text: String, isDurable: Bool)] = []
    var words: [String] = []
    var codes: Set<StoreError.Code> = []
  }

  private var settings: StoreSettings {
    var settings = StoreSettings()
    settings.checkpointPages = 4
    settings.busyTimeout = 50
    settings.closeTimeout = 50
    return settings
  }

  private func append(_ text: String, to store: Store, _ outcome: inout Outcome) async {
    do {
      // Two rows, so that half an append would show.
      try await store.append([text, text])
      outcome.appends.append((text, true))
    } catch {
      outcome.appends.append((text, false))
      outcome.words.append((error as? StoreError)?.message ?? "\(error)")
      if let error = error as? StoreError { outcome.codes.insert(error.code) }
    }
  }

  /// Appends while calls fail from number `from` on, and once more when none does.
  private func work(_ folder: Folder, _ fault: Case, from: Int) async throws -> Outcome {
    var outcome = Outcome()
    faults_arm(folder.path, 0, fault.way, 0, 0)
    let store = try folder.open(settings)
    try store.openMain()
    await append("before", to: store, &outcome)
    faults_arm(folder.path, fault.kinds, fault.way, from, fault.count)
    for number in 0..<6 { await append("during \(number)", to: store, &outcome) }
    outcome.calls = faults_disarm()
    await append("after", to: store, &outcome)
    store.close()
    return outcome
  }

  @Test(arguments: cases)
  func `what was acknowledged is there, once and in order, and work goes on when the cause is gone`(
    fault: Case
  ) async throws {
    faults_install()
    var from = 0
    var failures = 0
    while true {
      let folder = Folder()
      let outcome = try await work(folder, fault, from: from)
      failures += outcome.words.count
      #expect(
        outcome.words.allSatisfy { $0.contains(folder.file) && $0.contains(". ") },
        "call \(from): \(outcome.words)")
      if fault.way == FAULT_FULL { #expect(outcome.codes.isSubset(of: [.full]), "call \(from)") }
      #expect(outcome.appends.last?.isDurable == true, "call \(from): \(outcome.words.last ?? "")")
      #expect(try DatabaseCheck.run(folder.file).count == 1, "call \(from)")
      let store = try folder.open()
      try store.openMain()
      var left = try await store.rows().map(\.text)[...]
      store.close()
      for (text, isDurable) in outcome.appends {
        // What was not acknowledged may be there, but whole.
        if isDurable || left.first == text {
          #expect(Array(left.prefix(2)) == [text, text], "call \(from)")
          left = left.dropFirst(2)
        }
      }
      #expect(left.isEmpty, "call \(from): \(left)")
      if from >= outcome.calls { break }
      from += 1
    }
    #expect(from > 5)
    #expect(failures > 0)
  }

  @Test func `a start that meets a failing call says so or works, and harms nothing`() async throws {
    faults_install()
    let folder = Folder()
    faults_arm(folder.path, 0, FAULT_ERROR, 0, 0)
    let first = try folder.open(settings)
    try first.openMain()
    try await first.append((1...50).map { "row \($0)" })
    first.close()
    var refused = 0
    var from = 0
    while true {
      faults_arm(folder.path, FAULT_ANY, FAULT_ERROR, from, 1)
      do {
        let store = try folder.open(settings)
        defer { store.close() }
        #expect(try store.openMain().head == 50)
      } catch let error as StoreError {
        refused += 1
        #expect(error.message.contains(folder.file), "call \(from): \(error.message)")
        #expect(error.code != .damaged, "call \(from): \(error.message)")
      }
      let calls = faults_disarm()
      #expect(try DatabaseCheck.run(folder.file).map(\.head) == [50], "call \(from)")
      if from >= calls { break }
      from += 1
    }
    #expect(refused > 3)
  }

  @Test func `a check that cannot read finds no damage`() async throws {
    faults_install()
    let folder = Folder()
    let store = try folder.open()
    try store.openMain()
    for number in 0..<200 { try await store.append([String(repeating: "\(number)", count: 100)]) }
    store.close()
    var failures = 0
    var from = 0
    repeat {
      faults_arm(folder.path, FAULT_READ, FAULT_ERROR, from, 1)
      do {
        _ = try DatabaseCheck.run(folder.file)
      } catch {
        failures += 1
        #expect(error.code != .damaged, "read \(from): \(error.message)")
      }
      from += 1
    } while faults_disarm() >= from
    #expect(failures > 5)
  }
}
