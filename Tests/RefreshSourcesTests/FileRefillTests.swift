import Glibc
import Testing

@testable import RefreshSources

/// A file that is emptied and filled again while it is read.
@Suite struct FileRefillTests {
  private static let later = (1...40).map { "later \($0), which is longer" }

  /// What runs bring of a file that is emptied, and filled again beyond the place that was reached, when the first of them
  /// asks for the so manieth time whether it is to end.
  private func rows(_ spec: FileSpec, since cursor: String?, _ files: FileTrial, at moment: Int) -> (
    rows: [String], notices: Int
  ) {
    var rows: [String] = []
    var notices = 0
    var asked = 0
    var cursor = cursor
    for _ in 1...3 {
      var asks = WorkAsks()
      asks.isStopped = {
        asked += 1
        if asked == moment { make(files.path, Self.later.joined(separator: "\n") + "\n") }
        return false
      }
      var follower = FileFollower(spec, files.limits, asks)
      guard case .ok(let caught) = follower.run(since: cursor) else { return (rows, notices) }
      rows += caught.rows.map(\.text)
      notices += caught.notice == nil ? 0 : 1
      cursor = caught.cursor
    }
    return (rows, notices)
  }

  @Test(arguments: 1...6)
  func `what it is filled with comes whole and once`(moment: Int) throws {
    let files = FileTrial()
    files.add("one\n")
    _ = try files.run()
    // The last line is not at its end, so that the run asks once more between reading and keeping its place.
    files.add("two\nthr")
    let found = rows(FileSpec(path: files.path), since: files.cursor, files, at: moment)
    #expect(Array(found.rows.drop { $0 == "two" }) == Self.later, "\(found.rows)")
    #expect(found.notices == 1, "what is gone was not told once")
  }

  @Test(arguments: 1...6)
  func `also in the first run`(moment: Int) throws {
    let files = FileTrial()
    files.add("one\ntw")
    let found = rows(FileSpec(path: files.path), since: nil, files, at: moment)
    #expect(Array(found.rows.drop { $0 == "one" }) == Self.later, "\(found.rows)")
  }

  @Test func `a place is known by the bytes that were read, however they came in pieces`() throws {
    let files = FileTrial()
    let line = String(repeating: "x", count: 700)
    files.add((1...300).map { "\($0) \(line)\n" }.joined())
    let file = try OpenFile(files.path)
    let all = try file.bytes(file.size(), at: 0)
    for begin in [0, 100, 300, 2_000] {
      for step in [1, 7, 255, 256, 257, 1_023, 1_024, 1_025, 70_000] {
        var read = try ReadBytes(of: file, before: begin)
        var at = begin
        var place = begin
        while at < min(all.count, begin + 40 * step) {
          let piece = all[at..<min(all.count, at + step)]
          let count = piece.count / 2
          if count > 0 { place = at + count }
          piece.withUnsafeBytes { read.take($0, before: count) }
          at += piece.count
          let same = try read.fingerprint == FileFingerprint(of: file, before: place)
          guard same else {
            Issue.record("from \(begin) by \(step): not the same before \(place)")
            return
          }
        }
        read.takeAll()
        #expect(try read.fingerprint == FileFingerprint(of: file, before: at))
      }
    }
  }
}
