import Foundation
import RefreshClient
import RefreshEngine
import RefreshWire
import TestOrigin
import Testing

@testable import RefreshServer

/// A list that is fed by a news feed on a server of HTTP.
@Suite struct NewsFeedTests {
  @Test func `thirty items, then three new ones beside one that was edited: thirty rows, then three`()
    async throws
  {
    let news = NewsOrigin(30)
    let server = try LiveServer(feeds: news.feeds())
    defer {
      server.stop()
      news.origin.stop()
    }
    let first = try await server.pull()
    #expect(first.outcome == "ok" && first.rows == 30, "\(first)")
    #expect(try await server.get("/feeds/main/rows").texts == (1...30).map { "Item \($0)" }, "oldest first")
    news.change { items in
      items[11].title = "Item 12, edited"
      items += [31, 32, 33].map {
        NewsOrigin.Item(id: $0, title: "Item \($0)", date: $0 == 32 ? "soon" : nil)
      }
    }
    let second = try await server.pull()
    #expect(second.outcome == "ok" && second.rows == 3, "\(second)")
    #expect(try await server.get("/feeds/main/rows").texts == (1...33).map { "Item \($0)" })
  }

  @Test(arguments: [(false, "News"), (true, "Main")])
  func `a web feed's title counts only where the operator has given none`(isGiven: Bool, title: String)
    async throws
  {
    let news = NewsOrigin(1)
    var feeds = news.feeds()
    feeds[0].hasOwnTitle = isGiven
    let server = try LiveServer(feeds: feeds)
    defer {
      server.stop()
      news.origin.stop()
    }
    #expect(try await server.pull().rows == 1)
    #expect(try await server.get("/feeds/main").text("title") == title)
  }

  @Test func `what has not changed appends nothing, also after a restart`() async throws {
    let news = NewsOrigin(3)
    defer { news.origin.stop() }
    let server = try LiveServer(feeds: news.feeds())
    #expect(try await server.pull().rows == 3)
    let same = try await server.pull()
    #expect(same.outcome == "ok" && same.rows == 0)
    server.stop()
    let next = try LiveServer(feeds: news.feeds(), database: server.database)
    defer { next.stop() }
    #expect(try await next.pull().rows == 0)
    #expect(news.origin.requests.map { $0["if-none-match"] == nil } == [true, false, false])
    #expect(news.origin.requests.first?["user-agent"] == "refreshd/\(Version.text)")
    news.change { $0.append(NewsOrigin.Item(id: 4, title: "Item 4")) }
    #expect(try await next.pull().rows == 1)
    #expect(try await next.get("/feeds/main").integer("head") == 4)
  }

  @Test func `a hundred clients pull at once, and the server is asked once`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let news = NewsOrigin(30, gate: gate)
    let server = try LiveServer(feeds: news.feeds(deadline: 60_000))
    defer {
      server.stop()
      news.origin.stop()
    }
    var people: [Person] = []
    for number in 0..<100 { people.append(try await Person("P\(number)", on: server)) }
    for person in people { _ = try await person.subscribed() }
    // The answer is held back until everybody's pull has been answered.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for person in people {
        group.addTask {
          person.drag(100, 300, moves: 3)
          _ = try await person.pull(answering: person.point(.up, 300))
        }
      }
      try await group.waitForAll()
    }
    #expect(news.origin.wait(forRequests: 1))
    gate.signal()
    for person in people {
      #expect(try await person.runEnd().end.rows == 30)
      try await person.row(30)
      #expect(person.texts == (1...30).map { "Item \($0)" })
    }
    #expect(news.origin.requests.count == 1)
    for person in people { await person.leave() }
  }

  /// What goes wrong, and how that is told.
  @Test(arguments: [
    (
      OriginAnswer.whole(500, Array("out of paper".utf8), ["Content-Type: text/plain"]), "http",
      "answered 500 Internal Server Error: out of paper"
    ),
    (.hang, "network", "had not answered after 1.6 s"),
    (.whole(302, [], ["Location: /news.xml"]), "http", "sends on once more after 5 redirects"),
    (.whole(302, [], ["Location: file:///etc/passwd"]), "http", "not one of http or https"),
    (
      .begin().then([UInt8](repeating: 0x78, count: 1_048_576), times: 100), "parse",
      "more than 16777216 bytes"
    ),
    (
      .ok("<rss><channel><item></channel></rss>", type: "application/rss+xml", ["ETag: \"bad\""]), "parse",
      "The feed's XML cannot be read"
    ),
    (.begin(200, ["Content-Length: 1000"]).then(Array("<rss>".utf8)), "network", "broke off in the middle"),
  ])
  func `what goes wrong is told in words within the deadline, and the next pull works`(
    answer: OriginAnswer, code: String, words: String
  ) async throws {
    let news = NewsOrigin(2)
    // Short for the one who does not answer; the others need theirs on a busy machine.
    let deadline = words.contains("1.6 s") ? 2_000 : 50_000
    let server = try LiveServer(feeds: news.feeds(deadline: deadline))
    defer {
      server.stop()
      news.origin.stop()
    }
    news.answer(answer)
    let failed = try await server.pull()
    #expect(failed.outcome == "failed" && failed.code == code, "\(failed)")
    #expect(failed.message.contains(words) && failed.message.contains("\nNothing was added; "), "\(failed)")
    news.answer(nil)
    let good = try await server.pull()
    #expect(good.outcome == "ok" && good.rows == 2, "\(good)")
    #expect(news.origin.requests.last?["if-none-match"] == nil, "what could not be read is asked for again")
  }

  @Test func `a cancel closes the connection`() async throws {
    let news = NewsOrigin(2)
    news.answer(.hang)
    let server = try LiveServer(feeds: news.feeds())
    defer {
      server.stop()
      news.origin.stop()
    }
    _ = try await server.post("/feeds/main/refresh")
    #expect(news.origin.wait(forRequests: 1))
    #expect(try await server.ask("DELETE", "/feeds/main/run").status < 300)
    #expect(news.origin.wait(forAbandoned: 1))
    news.answer(nil)
    #expect(try await server.pull().rows == 2)
  }

  @Test func `a server that is stopped lets go of its request`() async throws {
    let news = NewsOrigin(2)
    defer { news.origin.stop() }
    news.answer(.hang)
    let server = try LiveServer(feeds: news.feeds())
    _ = try await server.post("/feeds/main/refresh")
    #expect(news.origin.wait(forRequests: 1))
    server.stop()
    #expect(news.origin.wait(forAbandoned: 1))
  }

  @Test func `the program asks what --source names`() async throws {
    let news = NewsOrigin(2)
    defer { news.origin.stop() }
    let folder = LiveServer.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let program = try Program([
      "--listen", "127.0.0.1:0", "--db", folder + "/x.sqlite", "--source",
      news.origin.url("/news.xml", user: "me:sesame@"),
    ])
    let url = URL(string: "http://127.0.0.1:\(try program.ready())/feeds/main")!
    _ = try await HTTP.ask(
      "POST", url.appending(path: "refresh").appending(queryItems: [.init(name: "wait", value: "1")]))
    #expect(try await HTTP.ask("GET", url.appending(path: "rows")).texts == ["Item 1", "Item 2"])
    #expect(news.origin.requests.first?["authorization"] == "Basic bWU6c2VzYW1l")
    program.send(SIGTERM)
    #expect(program.wait() == 0)
    #expect(!program.complaints.contains("sesame"))
  }

  @Test func `a proxy of the environment is asked instead`() async throws {
    let news = NewsOrigin(2)
    defer { news.origin.stop() }
    let folder = LiveServer.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let program = try Program(
      ["--listen", "127.0.0.1:0", "--db", folder + "/x.sqlite", "--source", "http://news.invalid/news.xml"],
      environment: ["http_proxy": news.origin.url(""), "no_proxy": ""])
    let url = URL(string: "http://127.0.0.1:\(try program.ready())/feeds/main/refresh?wait=1")!
    let last = try await HTTP.ask("POST", url).json["last"] as? [String: Any]
    #expect(last?["rows"] as? Int == 2, "\(last ?? [:])")
    #expect(news.origin.requests.map(\.path) == ["http://news.invalid/news.xml"])
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }
}
