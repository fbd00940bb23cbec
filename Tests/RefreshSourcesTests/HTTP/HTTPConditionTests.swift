import TestOrigin
import Testing

@testable import RefreshSources

/// An answer that is the same as last time is not sent again.
@Suite struct HTTPConditionTests {
  /// The cursor that an answer with a tag has left.
  private func cursor(_ tag: String) -> String {
    var validators = HTTPValidators()
    validators.etag = tag
    return validators.cursor(reading: HTTPSpec(url: "").reading)
  }

  @Test func `what the server said of its answer is asked by next time, and the same is no row`() throws {
    let origin = Origin { request, _ in
      request["if-none-match"] == "\"v1\""
        ? .begin(304) : .ok("a", ["ETag: \"v1\"", "Last-Modified: Mon, 30 Nov 2026 10:00:00 GMT"])
    }
    defer { origin.stop() }
    let first = try SourceTrial.http(origin.url())
    #expect(first.rows == ["a"])
    let cursor = try #require(first.caught?.cursor)
    let second = try SourceTrial.http(HTTPSpec(url: origin.url()), cursor: cursor)
    #expect(second.outcomes == [.ok(SourceCatch([]))], "no rows, and the cursor stays")
    #expect(origin.requests[1]["if-modified-since"] == "Mon, 30 Nov 2026 10:00:00 GMT")
  }

  @Test func `a date alone is enough`() throws {
    let origin = Origin { request, _ in
      request["if-modified-since"] == "yesterday" ? .begin(304) : .ok("a", ["Last-Modified: yesterday"])
    }
    defer { origin.stop() }
    let cursor = try SourceTrial.http(origin.url()).caught?.cursor
    #expect(try SourceTrial.http(HTTPSpec(url: origin.url()), cursor: cursor).rows == [])
  }

  @Test func `an answer without either takes back what was said before`() throws {
    let origin = Origin { request, _ in .ok("a") }
    defer { origin.stop() }
    #expect(try SourceTrial.http(HTTPSpec(url: origin.url()), cursor: cursor("\"v1\"")).caught?.cursor == "")
    #expect(try SourceTrial.http(origin.url()).caught == SourceCatch([SourceRow("a")]))
    _ = try SourceTrial.http(HTTPSpec(url: origin.url()), cursor: "")
    #expect(origin.requests.map { $0["if-none-match"] } == ["\"v1\"", nil, nil])
  }

  @Test func `an answer that cannot be read is asked for again`() throws {
    let origin = Origin(.ok("<rss><channel>", type: "application/rss+xml", ["ETag: \"v1\""]))
    defer { origin.stop() }
    #expect(try SourceTrial.http(origin.url()).failure?.code == .parse)
  }

  @Test func `an answer of which rows were left out is asked for again`() throws {
    let origin = Origin(.ok("a\nb", ["ETag: \"v1\""]))
    defer { origin.stop() }
    let trial = try SourceTrial.http(HTTPSpec(url: origin.url()), cursor: cursor("\"v0\"")) { $0.rows = 1 }
    #expect(trial.isTruncated)
    #expect(trial.caught?.cursor == "")
  }

  @Test func `what is to be read in another way is asked for again`() throws {
    let origin = Origin(.ok("[\"a\"]", ["ETag: \"v1\""]))
    defer { origin.stop() }
    let cursor = try SourceTrial.http(origin.url()).caught?.cursor
    let other = HTTPSpec(url: origin.url(), content: .lines)
    #expect(try SourceTrial.http(other, cursor: cursor).rows == ["[\"a\"]"])
    #expect(origin.requests.map { $0["if-none-match"] } == [nil, nil])
  }

  @Test func `that nothing has changed is no answer to who did not ask`() throws {
    let origin = Origin(.begin(304))
    defer { origin.stop() }
    #expect(try SourceTrial.http(origin.url()).failure?.code == .http)
  }

  @Test(arguments: [
    "no quotes", "\"a\u{7}b\"", "\"ä\"", "W/x", "\"" + String(repeating: "x", count: 1_024) + "\"", "",
  ])
  func `a tag that cannot be sent back, or is too long, is not kept`(tag: String) throws {
    #expect(HTTPValidators.etag(tag) == nil)
    #expect(HTTPValidators(cursor: "r\n\(tag)\n", reading: "r").fields.isEmpty)
  }

  @Test func `a cursor is kept in one text`() {
    func kept(_ validators: HTTPValidators) -> HTTPValidators {
      HTTPValidators(cursor: validators.cursor(reading: "r"), reading: "r")
    }
    var both = HTTPValidators()
    #expect(both.cursor(reading: "r") == "" && kept(both) == both)
    both.etag = "W/\"a b\""
    #expect(kept(both) == both)
    both.lastModified = "today"
    #expect(kept(both) == both)
    #expect(both.fields == ["If-None-Match: W/\"a b\"", "If-Modified-Since: today"])
    both.etag = nil
    #expect(kept(both) == both)
    #expect(HTTPValidators(cursor: "r\n\"a\"\nx\r\nEvil: 1", reading: "r").fields == ["If-None-Match: \"a\""])
    #expect(HTTPValidators(cursor: nil, reading: "r") == HTTPValidators())
  }
}
