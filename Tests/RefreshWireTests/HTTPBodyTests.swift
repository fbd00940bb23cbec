import RefreshEngine
import RefreshWire
import Testing

@Suite struct AppendBodyTests {
  @Test(arguments: [
    ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\r\n", ["a"]), ("a\n\n", ["a", ""]),
    ("\r\n\r\n", ["", ""]),
    ("a\r\nb\nc", ["a", "b", "c"]), ("\na", ["", "a"]), ("ä\t\0b", ["ä\t\0b"]),
  ])
  func `text is a row a line`(body: String, rows: [String]) throws {
    #expect(try decode(text: body) == rows)
  }

  @Test func `text with bytes that are no row is refused`() {
    #expect(failure { try decode(text: "a\rb\n") } == .malformed)
    #expect(failure { try decode(text: "a\nb\r") } == .malformed)
    #expect(failure { try bytes([0x61, 0xFF]) } == .malformed)
  }

  @Test func `JSON rows may hold line breaks`() throws {
    #expect(try decode(json: #"{"rows":["a\nb","","\ud83d\ude00"],"later":1}"#) == ["a\nb", "", "😀"])
    #expect(try decode(json: #"{"rows":[]}"#) == [])
  }

  @Test(arguments: [
    ("", ErrorCode.malformed), ("[]", .malformed), ("{", .malformed), ("{}", .badField),
    (#"{"rows":"a"}"#, .badField),
    (#"{"rows":null}"#, .badField), (#"{"rows":["a",1]}"#, .badField), (#"{"rows":["a"]}x"#, .malformed),
  ])
  func `JSON that holds no rows is refused`(body: String, code: ErrorCode) {
    #expect(failure { try decode(json: body) } == code)
  }

  @Test func `a row of 8 192 bytes is taken, a longer one refused with all`() throws {
    let fitting = String(repeating: "x", count: 8_192)
    #expect(try decode(text: "a\n\(fitting)") == ["a", fitting])
    #expect(try decode(json: #"{"rows":["\#(fitting)"]}"#) == [fitting])
    #expect(failure { try decode(text: "a\n\(fitting)x") } == .rowTooLong)
    #expect(failure { try decode(json: #"{"rows":["a","\#(fitting)x"]}"#) } == .rowTooLong)
  }

  @Test func `more rows than the limit are refused`() throws {
    #expect(try decode(text: "1\n2\n3\n", limit: 3).count == 3)
    #expect(failure { try decode(text: "1\n2\n3\n4", limit: 3) } == .tooManyRows)
    #expect(failure { try decode(json: #"{"rows":["1","2","3","4"]}"#, limit: 3) } == .tooManyRows)
    let flood = "{\"rows\":[" + String(repeating: "\"\",", count: 50_000) + "\"\"]}"
    #expect(failure { try decode(json: flood) } == .tooManyRows)
  }

  private func decode(text: String, limit: Int = AppendBody.rowLimit) throws(ErrorBody) -> [String] {
    try bytes(Array(text.utf8), limit: limit)
  }

  private func bytes(_ bytes: [UInt8], limit: Int = AppendBody.rowLimit) throws(ErrorBody) -> [String] {
    try bytes.withUnsafeBytes { body in
      Result { () throws(ErrorBody) in try AppendBody.decode(text: body, limit: limit) }
    }.get()
  }

  private func decode(json: String, limit: Int = AppendBody.rowLimit) throws(ErrorBody) -> [String] {
    try Array(json.utf8).withUnsafeBytes { body in
      Result { () throws(ErrorBody) in try AppendBody.decode(json: body, limit: limit) }
    }.get()
  }

  private func failure(_ body: () throws -> [String]) -> ErrorCode? {
    do {
      _ = try body()
    } catch let error as ErrorBody {
      return error.code
    } catch {}
    return nil
  }
}

@Suite struct HTTPBodyTests {
  let last = LastRun(
    end: RunEnd(run: Run(id: 6, edge: .top, cause: .request, by: Author(name: "Ben")), outcome: .ok, rows: 1),
    started: 1, ended: 2)

  @Test func `the list of feeds`() {
    let body = FeedsBody(feeds: [FeedSummary(feed: main, title: "Lines", head: 120, phase: .idle)])
    #expect(text(body.encoded()) == #"{"feeds":[{"feed":"main","title":"Lines","head":120,"phase":"idle"}]}"#)
    let scheduled = FeedSummary(
      feed: main, title: "Lines", head: 0, phase: .idle, nextRefresh: 1_764_000_000_000)
    #expect(
      text(scheduled.encoded())
        == #"{"feed":"main","title":"Lines","head":0,"phase":"idle","nextRefresh":1764000000000}"#)
  }

  @Test func `one feed`() {
    let body = FeedBody(
      feed: main, title: "Lines", order: .append, head: 0, floor: 1, pos: "AA", policy: FeedPolicy(),
      state: FeedState(phase: .idle, floor: 1))
    let expected =
      #"{"feed":"main","title":"Lines","order":"append","head":0,"floor":1,"pos":"AA","policy":{},"state":{"phase":"idle","floor":1}}"#
    #expect(text(body.encoded()) == expected)
    var news = body
    news.order = .newestFirst
    news.runOrder = .newestFirst
    let orders = #""order":"newest-first","runOrder":"newest-first""#
    #expect(text(news.encoded()) == expected.replacing(#""order":"append""#, with: orders))
    var scheduled = body
    scheduled.nextRefresh = 9
    #expect(text(scheduled.encoded()) == expected.dropLast() + #","nextRefresh":9}"#)
  }

  @Test func `a page of rows, an append and an error`() {
    let page = RowsBody(first: 3, rows: [Row(text: "c", at: 9)], pos: "AA", head: 3, floor: 2)
    #expect(
      text(page.encoded()) == #"{"first":3,"rows":[{"text":"c","at":9}],"pos":"AA","head":3,"floor":2}"#)
    #expect(
      text(AppendedBody(first: 3, count: 1, pos: "AA").encoded()) == #"{"first":3,"count":1,"pos":"AA"}"#)
    let error = ErrorBody(code: .unknownFeed, message: "There is no feed `x`.")
    #expect(text(error.encoded()) == #"{"error":{"code":"unknown-feed","message":"There is no feed `x`."}}"#)
  }

  @Test func `runs, and the answers to a refresh`() {
    let run =
      #"{"id":6,"edge":"top","cause":"request","by":{"name":"Ben"},"started":1,"ended":2,"outcome":"ok","rows":1,"truncated":false}"#
    #expect(text(RunsBody(runs: [last]).encoded()) == #"{"runs":[\#(run)]}"#)
    #expect(text(RunEndedBody(run: 6, last: last).encoded()) == #"{"run":6,"last":\#(run)}"#)
    let refused = ReplyBody(outcome: .refused, why: .cooldown, retryAfter: 4_000)
    #expect(text(refused.encoded()) == #"{"outcome":"refused","why":"cooldown","retryAfter":4000}"#)
    let standing = RunInfo(run: last.end.run, started: 5, elapsed: 55_000, progress: 0.5)
    let waiting = ReplyBody(outcome: .started, run: 6, standing: standing)
    #expect(
      text(waiting.encoded()) == #"{"outcome":"started","run":6,"started":5,"elapsed":55000,"progress":0.5}"#)
  }
}
