import Glibc
import Testing

@testable import RefreshSources

/// Files that cannot be read to their end in the time of one run. Here each run has no time at all.
@Suite struct SlowFileTests {
  private static func lines(_ range: ClosedRange<Int>) -> [String] {
    range.map { "\($0) " + String(repeating: "x", count: 300) }
  }

  private static func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

  /// What each run brings, until one says that there is no more.
  private func runs(_ files: FileTrial, _ run: () throws -> [String]) throws -> [[String]] {
    var runs: [[String]] = []
    repeat { runs.append(try run()) } while files.isTruncated && runs.count < 100
    return runs
  }

  @Test func `a run begins to be late when four fifths of its time are over`() {
    let now = SuspendingClock.now
    func late(_ timeLeft: Int?) -> Duration? {
      let job = SourceJob(
        feed: "main", edge: "top", run: 1, lastSeq: 0, lastText: nil, timeLeft: timeLeft, workTime: 0)
      return WorkAsks.end(of: job, at: now).map { $0 - now }
    }
    #expect(late(30_000) == .milliseconds(24_000))
    #expect(late(1) == .milliseconds(1))
    #expect(late(0) == .zero)
    #expect(late(nil) == nil)
  }

  @Test func `each run brings the lines that it has read, and the next goes on behind them`() throws {
    let files = FileTrial()
    files.timeLeft = 0
    files.add(Self.text(Self.lines(1...1_000)))
    let runs = try runs(files) { try files.run() }
    #expect(runs.flatMap { $0 } == Self.lines(1...1_000))
    #expect(runs.count > 2 && runs.allSatisfy { !$0.isEmpty })
    files.timeLeft = 600_000
    files.add(Self.text(Self.lines(1_001...2_000)))
    #expect(try files.run() == Self.lines(1_001...2_000))
    #expect(!files.isTruncated)
  }

  @Test func `a line that is longer than what is read in the time comes whole`() throws {
    let files = FileTrial()
    files.timeLeft = 0
    files.limits.rowBytes = 1 << 20
    let long = String(repeating: "x", count: 300_000)
    files.add("\(long)\nshort\n")
    #expect(try runs(files) { try files.run() }.flatMap { $0 } == [long, "short"])
  }

  @Test func `a file that was rotated away comes to its end before the new one`() throws {
    let files = FileTrial()
    files.add("first\n")
    _ = try files.run()
    files.timeLeft = 0
    files.add(Self.text(Self.lines(1...500)))
    files.move("app.log", to: "app.log.1")
    files.add("new\n")
    let runs = try runs(files) { try files.run() }
    #expect(runs.flatMap { $0 } == Self.lines(1...500) + ["new"])
    #expect(runs.count > 2)
  }

  @Test func `of a folder each run brings a file at least, or some of its lines`() throws {
    let files = FileTrial()
    files.timeLeft = 0
    for (name, lines) in [("a", Self.lines(1...500)), ("b", Self.lines(501...600))] {
      files.add(Self.text(lines), to: name)
      let time = timespec(tv_sec: name == "a" ? 10 : 20, tv_nsec: 0)
      precondition(utimensat(AT_FDCWD, files.folder + "/" + name, [time, time], 0) == 0)
    }
    let whole = try runs(files) { try files.run(.directory(DirectorySpec(path: files.folder))) }
    #expect(whole.map(\.count) == [1, 1])
    files.forget()
    let spec = SourceSpec.directory(DirectorySpec(path: files.folder, rows: .line))
    let lines = try runs(files) { try files.run(spec) }
    #expect(lines.flatMap { $0 } == Self.lines(1...600))
    #expect(lines.count > 2)
  }
}
