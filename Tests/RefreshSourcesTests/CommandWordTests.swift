import RefreshLoop
import TestSupport
import Testing

@testable import RefreshSources

/// The lines by which a command tells of its run.
@Suite struct CommandWordTests {
  @Test func `progress and title are no rows, and are told`() throws {
    let trial = try SourceTrial.command(
      "echo ::progress 0; echo a; echo ::progress 40; echo '::title  News\tof  today '; echo ::progress 100%; echo b"
    )
    #expect(trial.rows == ["a", "b"])
    #expect(trial.progress == [0, 0.4, 1])
    #expect(trial.caught?.title == "News of today")
  }

  @Test func `a command that says nothing about its run leaves the title`() throws {
    let trial = try SourceTrial.command("echo a")
    #expect(trial.caught == SourceCatch([SourceRow("a")]))
    #expect(trial.progress.isEmpty)
  }

  @Test func `progress is told when its line has come, in however many pieces`() throws {
    let trial = try SourceTrial()
    let folder = TemporaryFolder.untilTheEnd()
    // The command goes on only once the progress of its first line, which comes in two writes, has been told.
    let line =
      "printf ::pro; sleep 0.1; printf 'gress 25\\nrow\\n'; until [ -e \(folder)/go ]; do sleep 0.01; done"
    trial.run(CommandSource(line), stopAfter: 50_000, onProgress: { _ in make(folder + "/go") })
    #expect(trial.progress == [0.25])
    #expect(trial.rows == ["row"])
  }

  @Test(arguments: [
    ("::progress 12.5", CommandWord.progress(0.125)), ("::progress -3", .progress(0)),
    ("::progress 1e9", .progress(1)), ("::progress 7 %", .progress(0.07)), ("::title x", .title("x")),
    (":: ::title x", .remark), ("::", .remark), ("::row ::title x", .row(after: 6)),
    ("::row", .row(after: 5)),
  ])
  func `what is understood`(line: String, word: CommandWord) {
    #expect(CommandWord(Array(line.utf8)) == word)
  }

  @Test(arguments: [
    "::progress", "::progress ", "::progress forty", "::progress nan", "::progress 40 of 100", "::title",
    "::title  ",
    "::titles x", "::Progress 40", "::debug x", ":progress 40", " ::progress 40", "::progress40",
    "a ::title x",
  ])
  func `what is not understood is a row as it stands`(line: String) throws {
    #expect(CommandWord(Array(line.utf8)) == nil)
    let trial = try SourceTrial()
    trial.run(CommandSource(CommandSpec(run: .program(["printf", "%s\\n", line]))))
    #expect(trial.rows == [line])
    #expect(trial.progress.isEmpty)
  }

  @Test func `a row may begin with such a word`() throws {
    let trial = try SourceTrial.command(
      "echo ::row ::progress 40; printf '::row ::row x\\r\\n::row \\n:: hidden'")
    #expect(trial.rows == ["::progress 40", "::row x", ""])
    #expect(trial.progress.isEmpty)
  }

  @Test func `a row behind its word is cut at a row's length, too`() throws {
    for (count, isCut) in [(8_192, false), (8_193, true), (9_000, true)] {
      let trial = try SourceTrial.command("printf '::row '; head -c \(count) /dev/zero | tr '\\0' x")
      let row = try #require(trial.rows?.first)
      #expect(row.utf8.count <= 8_192)
      #expect(row.hasSuffix("… [cut]") == isCut && row.hasSuffix("x") != isCut, "\(count)")
    }
  }

  @Test func `words count behind the last row that is kept, too`() throws {
    let trial = try SourceTrial.command("yes | head -n 20000; echo ::progress 90; echo '::title Late'") {
      $0.rows = 3
    }
    #expect(trial.rows == ["y", "y", "y"])
    #expect(trial.isTruncated)
    #expect(trial.progress == [0.9])
    #expect(trial.caught?.title == "Late")
    let exact = try SourceTrial.command("echo a; echo ::progress 90; echo :: done") { $0.rows = 1 }
    #expect(exact.rows == ["a"])
    #expect(!exact.isTruncated)
  }

  @Test func `a title is one clean line of at most 200 characters`() throws {
    let trial = try SourceTrial.command(
      "printf '::title a\\033b\\377'; head -c 100000 /dev/zero | tr '\\0' x")
    let title = try #require(trial.caught?.title)
    #expect(title.count == 200)
    #expect(title.hasPrefix("a\u{FFFD}b\u{FFFD}xxx") && title.hasSuffix("x…"))
    let marks = SourceTitle.clean(Array(("e" + String(repeating: "\u{301}", count: 5_000)).utf8))
    #expect(marks!.utf8.count <= 1_600)
  }

  @Test func `a command that fails gives no title`() throws {
    let trial = try SourceTrial.command("echo '::title x'; echo ::progress 50; exit 1")
    #expect(trial.failure?.code == .exit)
    #expect(trial.progress == [0.5])
  }
}
