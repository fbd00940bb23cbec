import Glibc
import Testing

@testable import RefreshSources

/// What is known to be lost is told.
@Suite struct LostLinesTests {
  private func notice(_ files: FileTrial) -> String? {
    if case .ok(let caught) = files.outcome { caught.notice } else { nil }
  }

  @Test func `a file that was rotated away and is gone is told`() throws {
    let files = FileTrial()
    files.add("a\n")
    _ = try files.run()
    #expect(notice(files) == nil)
    files.add("b\n")
    files.move("app.log", to: "app.log.1")
    unlink(files.folder + "/app.log.1")
    files.add("c\n")
    #expect(try files.run() == ["c"])
    let words = try #require(notice(files))
    #expect(words.hasPrefix("\(files.path) was rotated or emptied, "))
    #expect(
      words.contains(
        ": whatever was added to it since is lost; nobody can tell whether anything was added; refresh"))
    // Once.
    files.add("d\n")
    #expect(try files.run() == ["d"])
    #expect(notice(files) == nil)
  }

  @Test func `how much of it was seen and left for later is told`() throws {
    let files = FileTrial()
    files.limits.rows = 1
    files.add("one\ntwo\nthree\n")
    #expect(try files.run() == ["one"])
    unlink(files.path)
    files.add("new\n")
    #expect(try files.run() == ["new"])
    #expect(notice(files)?.contains(": 10 bytes of it and whatever was added to it since are lost;") == true)
  }

  @Test func `a file whose last lines are in another one is no loss`() throws {
    let files = FileTrial()
    files.add("a\n")
    _ = try files.run()
    files.add("b\n")
    files.copyAndEmpty("app.log", to: "app.log.1")
    files.add("c\n")
    #expect(try files.run() == ["b", "c"])
    #expect(notice(files) == nil)
    files.add("d\n")
    files.move("app.log", to: "app.log.2")
    files.add("e\n")
    #expect(try files.run() == ["d", "e"])
    #expect(notice(files) == nil)
    // One that was read to its end long ago may go.
    unlink(files.folder + "/app.log.2")
    files.add("f\n")
    #expect(try files.run() == ["f"])
    #expect(notice(files) == nil)
  }

  @Test func `an empty file that is replaced is no loss`() throws {
    let files = FileTrial()
    files.add("")
    #expect(try files.run() == [])
    unlink(files.path)
    files.add("a\n")
    #expect(try files.run() == ["a"])
    #expect(notice(files) == nil)
  }
}
