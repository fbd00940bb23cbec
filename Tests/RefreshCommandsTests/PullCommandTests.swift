import Glibc
import RefreshEngine
import RefreshWire
import TestSupport
import Testing

@testable import RefreshCommands

/// `pull` against a real server: its exit status tells the outcome.
@Suite struct PullCommandTests {
  @Test(arguments: ["main", "overlay", "header", "footer"])
  func `a drag refreshes each of the published designs`(feed: String) async throws {
    let server = try await RunningServer(["--minimum-visible", "50", "--settle", "50"])
    let pull = try await Called.shell("refreshd pull \(feed) --name Anna", server)
    #expect(pull.status == 0, "\(pull.errors)")
    #expect(pull.lines == [feed == "footer" ? "Line 101" : "Line 6"])
    #expect(pull.errors.isEmpty)
    let runs = try await Called.shell("refreshd runs \(feed) --json", server)
    #expect(
      runs.output.contains(#""cause":"pull","by":{"client":"#) && runs.output.contains(#""name":"Anna""#))
  }

  @Test func `a refresh that was asked for prints its rows alone, as JSON if wanted`() async throws {
    let server = try await RunningServer(["--source", "command:echo a; echo b"])
    _ = try await Called.shell("echo other | refreshd append main", server)
    let pull = try await Called.shell("refreshd pull main --begin --json --edge bottom", server)
    #expect(pull.status == 0)
    #expect(pull.lines.map { $0.contains(#""run":1,"#) } == [true, true], "\(pull.output)")
  }

  @Test func `a failed refresh, a cancelled one, and refusals have statuses of their own`() async throws {
    let server = try await RunningServer(["--source", "command:echo the shelf is empty >&2; exit 7"])
    let failed = try await Called.shell("refreshd pull main", server)
    #expect(failed.status == 1)
    #expect(failed.errors.contains("run 1 failed: ") && failed.errors.contains("the shelf is empty"))

    let several = try await RunningServer([
      "--source", "command:echo the shelf >&2; echo '  is empty' >&2; exit 7",
    ])
    let told = try await Called.shell("refreshd pull main; refreshd runs main", several)
    for text in [told.errors, told.output] {
      #expect(text.contains("the shelf is empty") && !text.contains("\\n"), "\(text)")
    }

    let slow = try await RunningServer(["--source", "command:sleep 60"])
    let pulling = try Calling("refreshd pull main", slow)
    let cancel = try await Called.shell(
      "until curl -sf -X DELETE http://127.0.0.1:\(slow.port)/feeds/main/run; do sleep 0.05; done", slow)
    #expect(cancel.output.contains("cancelled"))
    let cancelled = try await pulling.end()
    #expect(cancelled.status == 2)
    #expect(cancelled.errors.contains("was cancelled"))

    let resting = try await RunningServer(["--cooldown", "60000"])
    let refused = try await Called.shell(
      """
      refreshd pull main >/dev/null; echo $?; sleep 0.5; refreshd pull main; echo $?
      refreshd pull main --begin; echo $?; refreshd pull header --edge bottom; echo $?
      """, resting)
    #expect(refused.lines == ["0", "3", "3", "3"], "\(refused.errors)")
    #expect(refused.errors.contains("rests between refreshes for another"))
    #expect(refused.errors.contains("has no policy"))
  }

  @Test func `whoever pulls during somebody else's refresh joins it`() async throws {
    let go = TemporaryFolder.untilTheEnd() + "/go"
    let server = try await RunningServer([
      "--source", "command:until [ -e \(go) ]; do sleep 0.05; done; echo one", "--deadline", "600000",
    ])
    let first = try Calling("refreshd pull main --begin", server)
    _ = try await Called.shell("until refreshd feeds | grep -q refreshing; do sleep 0.05; done", server)
    let second = try Calling("refreshd pull main", server)
    try await server.subscribers(2)
    _ = try await Called.shell("touch \(go)")
    for pull in [first, second] {
      let end = try await pull.end()
      #expect(end.lines == ["one"], "\(end.errors)")
    }
    let runs = try await Called.shell("refreshd runs main --json", server)
    #expect(runs.lines.count == 1)
  }

  @Test func `a list too short for its policy is not pulled, but can be refreshed`() async throws {
    let server = try await RunningServer(["--needs-overflow", "true"])
    let both = try await Called.shell("refreshd pull main; echo $?; refreshd pull main --begin", server)
    #expect(both.lines == ["3", "Line 6"])
    #expect(both.errors.contains("too few rows"))
  }

  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143)), (SIGHUP, Int32(129))])
  func `whoever interrupts a pull is told that its run goes on, which it does`(signal: Int32, status: Int32)
    async throws
  {
    let server = try await RunningServer(["--source", "command:sleep 60"])
    let pulling = try Calling("LC_ALL=C exec $REFRESHD pull main --begin", server)
    _ = try await Called.shell("until refreshd feeds | grep -q refreshing; do sleep 0.05; done", server)
    pulling.interrupt(signal)
    let end = try await pulling.end()
    #expect(end.status == status, "\(end.errors)")
    // The answer may not have come.
    #expect(end.errors.contains("run 1 goes on") || end.errors.contains("is not known: if so, it goes on"))
    let feeds = try await Called.shell("refreshd feeds", server)
    #expect(feeds.output.contains("refreshing"))
  }

  @Test(arguments: [
    (PullStage.waiting, "left before there was a refresh"),
    (PullStage.dragging, "whether a refresh has begun is not known"),
    (PullStage.asked, "whether a refresh has begun is not known"),
    (PullStage.following(7), "run 7 goes on at the server"),
  ])
  func `whoever leaves is told of a refresh, of none, or that it is not known`(
    stage: PullStage, words: String
  )
    throws
  {
    let feed = try #require(FeedName("main"))
    #expect(PullWords.left(stage, feed).hasPrefix(words))
    #expect(PullWords.left(stage, feed).contains("'refreshd runs main' tells") == (stage != .waiting))
  }

  @Test(arguments: [
    (PullStage.waiting, PullContact.none, "http://x has not answered in time, and nothing was pulled"),
    (.waiting, .there, "the refresh before this pull has not settled in time, and nothing was pulled"),
    (.waiting, .lost, "the connection to http://x was lost and has not come back in time, and nothing"),
    (.dragging, .there, "the time was over during the pull: whether a refresh has begun is not known"),
    (
      .dragging, .lost, "the connection to http://x was lost and has not come back in time: whether a refresh"
    ),
    (
      .asked, .there, "http://x has not said in time whether it refreshes: whether a refresh has begun is not"
    ),
    (.following(7), .there, "run 7 has not ended in time, and goes on at the server; 'refreshd runs main'"),
    (
      .following(7), .lost,
      "the connection to http://x was lost and has not come back in time: 'refreshd runs"
    ),
  ])
  func `whoever has no time left is told how far it came`(
    stage: PullStage, contact: PullContact, words: String
  ) throws {
    let feed = try #require(FeedName("main"))
    let told = PullWords.late(stage, contact, feed, "http://x")
    #expect(told.hasPrefix(words) && told.hasSuffix("; --timeout SECONDS waits longer"), "\(told)")
  }

  @Test func `a pull whose time is over before its run has ended names the run`() async throws {
    let server = try await RunningServer([
      "--source", "command:while :; do sleep 1; done", "--deadline", "600000",
    ])
    // The first asks for the run and the others join it. A machine may be too busy for an answer in a short time; in
    // the longest there is one.
    var call: Called?
    for seconds in [2, 10, 100] where call?.errors.contains("run 1 has not ended in time") != true {
      call = try await Called.shell("refreshd pull main --begin --timeout \(seconds)", server)
    }
    let late = try #require(call)
    #expect(late.status == 4)
    #expect(
      late.errors.contains(
        "run 1 has not ended in time, and goes on at the server; 'refreshd runs main' tells")
        && late.errors.contains("; --timeout SECONDS waits longer"), "\(late.errors)")
  }

  @Test func `a run that the server's restart interrupts has failed, and the pull tells it`() async throws {
    let server = try await RunningServer(["--source", "command:sleep 60"])
    let pulling = try Calling("refreshd pull main", server)
    _ = try await Called.shell("until refreshd feeds | grep -q refreshing; do sleep 0.05; done", server)
    server.kill()
    try await server.start()
    let end = try await pulling.end()
    #expect(end.status == 1)
    #expect(end.errors.contains("run 1 failed"), "\(end.errors)")
  }
}
