import RefreshEngine
import RefreshWire
import Testing

@Suite struct BodyReadingTests {
  private let main = FeedName("main")!

  @Test func `what a server writes by HTTP is what a client reads`() throws {
    let run = LastRun(
      end: RunEnd(
        run: Run(id: 7, edge: .bottom, cause: .pull, by: Author(client: ClientID("c1"), name: "Änne")),
        outcome: .failed, rows: 0, error: RunFailure(code: .exit, message: "no \"luck\"")),
      started: 1_000, ended: 2_000)
    let runs = RunsBody(runs: [run])
    #expect(try RunsBody.decode(runs.encoded()) == runs)
    let feeds = FeedsBody(feeds: [
      FeedSummary(feed: main, title: "列", head: 3, phase: .settling, nextRefresh: 9)
    ])
    #expect(try FeedsBody.decode(feeds.encoded()) == feeds)
    let feed = FeedBody(
      feed: main, title: "t", order: .newestFirst, runOrder: .newestFirst, head: 3, floor: 2, pos: "p",
      policy: FeedPolicy(top: EdgePolicy(preset: .overlay)),
      state: FeedState(phase: .idle, floor: 2, last: run), nextRefresh: 9)
    #expect(try FeedBody.decode(feed.encoded()) == feed)
    let rows = RowsBody(
      first: 2, rows: [Row(text: "a\nb", at: 5, run: 7), Row(text: "", at: 6)], pos: "p", head: 3, floor: 2)
    #expect(try RowsBody.decode(rows.encoded()) == rows)
    let appended = AppendedBody(first: 2, count: 2, pos: "p")
    #expect(try AppendedBody.decode(appended.encoded()) == appended)
    let error = ErrorBody(code: .keyReused, message: "m")
    #expect(try ErrorBody.decode(error.encoded()) == error)
  }

  @Test(arguments: ["", "[]", "{}", #"{"first":0,"rows":[],"pos":"","head":0,"floor":1}"#, "<html>"])
  func `what is no page of rows is told`(body: String) {
    #expect(throws: DecodeError.self) { try RowsBody.decode(Array(body.utf8)) }
  }

  @Test func `a row is one line of JSON, of which the text alone must be there`() throws {
    let line = RowLine(seq: 3, Row(text: "a\n\u{1b}\"", at: 5, run: 7))
    #expect(
      String(decoding: line.encoded(), as: UTF8.self) == #"{"seq":3,"at":5,"run":7,"text":"a\n\u001b\""}"#)
    #expect(try RowLine.decode(line.encoded()) == line)
    #expect(try RowLine.decode(Array(#"{"text":"a","more":{"x":[1]}}"#.utf8)) == RowLine(text: "a"))
    #expect(try RowLine.decode(Array(#""a""#.utf8)) == RowLine(text: "a"))
    let longest = RowLine(
      seq: .max >> 11, at: 1 << 52, run: 1 << 52, text: String(repeating: "\u{1}", count: 8_192))
    #expect(try RowLine.decode(longest.encoded()) == longest)
    for wrong in ["", "a", "{}", "[\"a\"]", #"{"text":1}"#, #"{"text":"a"}{"#] {
      #expect(throws: DecodeError.self) { try RowLine.decode(Array(wrong.utf8)) }
    }
  }
}
