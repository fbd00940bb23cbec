import TestOrigin
import Testing

@testable import RefreshSources

/// What is brought from a server that answers well.
@Suite struct HTTPSourceTests {
  @Test func `lines, a feed and JSON are rows`() throws {
    let origin = Origin { request, _ in
      switch request.path {
      case "/lines": .ok("a\nb\n", type: "text/plain")
      case "/feed": .ok(rss(["new", "old"]), type: "application/rss+xml")
      default: .ok(#"{"list": [{"n": 1, "t": "one"}]}"#, type: "application/json")
      }
    }
    defer { origin.stop() }
    #expect(try SourceTrial.http(origin.url("/lines")).rows == ["a", "b"])
    let feed = try SourceTrial.http(origin.url("/feed"))
    #expect(feed.caught?.rows == [SourceRow("old", key: "old"), SourceRow("new", key: "new")])
    let json = HTTPSpec(
      url: origin.url("/json"), content: .json(JSONPlaces(rows: "list", text: "t", key: "n")))
    #expect(try SourceTrial.http(json).caught?.rows == [SourceRow("one", key: "1")])
    #expect(origin.requests.map(\.path) == ["/lines", "/feed", "/json"])
  }

  @Test func `it is asked politely`() throws {
    let origin = Origin(.ok("a"))
    defer { origin.stop() }
    let spec = HTTPSpec(
      url: origin.url("/x?y=1#z"),
      headers: [
        HeaderSpec(name: "X-Team", value: .text("blue")), HeaderSpec(name: "X-Key", value: .environment("K")),
      ],
      bearer: "T")
    let trial = try SourceTrial.http(spec, environment: ["K": "key\n", "T": "token"]) {
      $0.agent = "refreshd/9"
    }
    #expect(trial.rows == ["a"])
    let request = try #require(origin.requests.first)
    #expect(request.path == "/x?y=1")
    #expect(request["user-agent"] == "refreshd/9")
    #expect(request["x-team"] == "blue")
    #expect(request["x-key"] == "key")
    #expect(request["authorization"] == "Bearer token")
    #expect(request["accept-encoding"] == "gzip")
    #expect(request["if-none-match"] == nil && request["if-modified-since"] == nil)
  }

  @Test func `a user and a password of the address are sent, and no others`() throws {
    let origin = Origin(.ok("a"))
    defer { origin.stop() }
    _ = try SourceTrial.http(origin.url("/", user: "me:it%20is@"))
    _ = try SourceTrial.http(origin.url("/"))
    #expect(origin.requests.map { $0["authorization"] } == ["Basic bWU6aXQgaXM=", nil])
  }

  @Test func `the charset of the header is respected`() throws {
    let origin = Origin(
      .whole(200, [0x47, 0x72, 0xFC, 0xDF, 0x65], ["Content-Type: text/plain; charset=ISO-8859-1"]))
    defer { origin.stop() }
    #expect(try SourceTrial.http(origin.url()).rows == ["Grüße"])
  }

  @Test func `what is packed is unpacked, what comes in pieces is put together`() throws {
    let origin = Origin { request, _ in
      request.path == "/packed"
        ? .whole(200, packed(Array("a\nb".utf8)), ["Content-Encoding: gzip"])
        : .begin(200, ["Transfer-Encoding: chunked"]).then(Array("3\r\na\nb\r\n".utf8))
          .then(Array("2\r\nc\n\r\n0\r\n\r\n".utf8), every: 20)
    }
    defer { origin.stop() }
    #expect(try SourceTrial.http(origin.url("/packed")).rows == ["a", "b"])
    #expect(try SourceTrial.http(origin.url("/pieces")).rows == ["a", "bc"])
  }

  @Test func `nothing is no row, and went well`() throws {
    let origin = Origin { request, _ in request.path == "/204" ? .begin(204) : .ok("", type: "text/plain") }
    defer { origin.stop() }
    #expect(try SourceTrial.http(origin.url("/204")).outcomes == [.ok(SourceCatch([]))])
    #expect(try SourceTrial.http(origin.url("/empty")).outcomes == [.ok(SourceCatch([]))])
  }

  @Test func `how much of a long answer has come is told`() throws {
    let part = Array(String(repeating: "x", count: 99).utf8) + [0x0A]
    let origin = Origin(.begin(200, ["Content-Length: 400"]).then(part).then(part, times: 3, every: 30))
    defer { origin.stop() }
    let trial = try SourceTrial.http(origin.url())
    #expect(trial.rows?.count == 4)
    #expect(trial.progress.contains(0.25) && trial.progress == trial.progress.sorted())
    #expect(trial.progress.allSatisfy { (0..<1).contains($0) })
  }

  @Test func `a long list is read beside the loop, which goes on`() throws {
    let origin = Origin(.ok(String(repeating: "line\n", count: 1_000_000), type: "text/plain"))
    defer { origin.stop() }
    let trial = try SourceTrial.http(origin.url())
    #expect(trial.rows?.count == 10_000)
    #expect(trial.isTruncated)
  }

  @Test func `hundreds of runs leave no request behind`() throws {
    let origin = Origin(.ok("a"))
    defer { origin.stop() }
    let trial = try SourceTrial()
    var rows = 0
    weak var last: AnyObject?
    func next(_ left: Int) {
      guard left > 0 else { return trial.loop.stop() }
      let job = SourceJob(feed: "f", edge: "top", run: left, lastSeq: 0, lastText: nil, workTime: 0)
      last = HTTPSource(HTTPSpec(url: origin.url())).start(job, on: trial.loop) { _ in
      } done: { outcome in
        if case .ok(let caught) = outcome { rows += caught.rows.count }
        next(left - 1)
      }
    }
    next(300)
    trial.loop.run()
    #expect(rows == 300)
    #expect(last == nil)
  }
}
