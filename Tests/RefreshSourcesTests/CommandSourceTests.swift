import RefreshLoop
import RefreshSources
import Testing

/// What rows a command's output becomes, with real commands.
@Suite struct CommandSourceTests {
  @Test(arguments: [
    ("true", []),
    ("echo a; echo b", ["a", "b"]),
    ("printf 'a\\nno newline'", ["a", "no newline"]),
    ("printf 'a\\r\\nb\\r\\n'", ["a", "b"]),
    ("printf 'gr\\374n\\n'", ["gr\u{FFFD}n"]),
    ("echo row; echo warning >&2", ["row"]),
  ])
  func `each line of the output is a row`(line: String, expected: [String]) throws {
    let trial = try SourceTrial.command(line)
    #expect(trial.outcomes == [.ok(SourceCatch(expected.map { SourceRow($0) }))])
  }

  @Test func `a line of 10 MB is one row, cut and marked`() throws {
    let trial = try SourceTrial.command("head -c 10000000 /dev/zero | tr '\\0' x; echo; echo after")
    #expect(trial.rows == [String(repeating: "x", count: 8_183) + "… [cut]", "after"])
  }

  @Test func `of a million lines the first ten thousand are kept, quickly`() throws {
    let trial = try SourceTrial.command("yes | head -n 1000000")
    #expect(trial.rows == Array(repeating: "y", count: 10_000))
    #expect(trial.isTruncated)
    // On a machine with much else to do, and under a sanitizer.
    #expect(trial.took < 60_000)
  }

  @Test func `the command knows the feed, the edge, the run and the last row`() throws {
    let line =
      "echo \"$REFRESH_FEED $REFRESH_EDGE $REFRESH_RUN $REFRESH_LAST_SEQ\"; printf %s \"$REFRESH_LAST_TEXT\""
    let trial = try SourceTrial()
    trial.run(
      CommandSource(line),
      SourceJob(feed: "news", edge: "bottom", run: 12, lastSeq: 345, lastText: "a\0 $HOME 'ü'", workTime: 0))
    #expect(trial.rows == ["news bottom 12 345", "a\u{FFFD} $HOME 'ü'"])
    let huge = try SourceTrial()
    huge.run(
      CommandSource("printf %s \"$REFRESH_LAST_TEXT\" | wc -c"),
      SourceJob(
        feed: "f", edge: "top", run: 1, lastSeq: 1, lastText: String(repeating: "x", count: 1_000_000),
        workTime: 0))
    #expect(huge.rows == ["8192"])
  }

  @Test func `an exit status other than 0 fails with the status and the end of standard error, without rows`()
    throws
  {
    let trial = try SourceTrial.command("echo row; echo 'no such table' >&2; exit 3")
    #expect(trial.failure?.code == .exit)
    #expect(trial.failure?.message.hasPrefix("The command exited with status 3: no such table.\n") == true)
    let silent = try SourceTrial.command("exit 4")
    #expect(silent.failure?.message.contains("status 4 and wrote nothing to standard error") == true)
    let missing = try SourceTrial.command("no-such-program-here")
    #expect(missing.failure?.message.contains("status 127") == true)
    let long = try SourceTrial.command(
      "head -c 3000000 /dev/zero | tr '\\0' e >&2; echo 'at last' >&2; exit 1")
    #expect(long.failure?.message.contains(": …" + String(repeating: "e", count: 492) + "at last.\n") == true)
  }

  @Test func `a signal fails with its number`() throws {
    let trial = try SourceTrial.command("echo row; kill -SEGV $$")
    #expect(trial.failure?.code == .signal)
    #expect(trial.failure?.message.contains("signal 11 (") == true)
  }
}
