import Foundation
import RefreshEngine
import RefreshSources
import RefreshWire
import Testing

@testable import RefreshServer

@Suite struct FeedRouteTests {
  @Test func `the list of feeds says each one's title, head and phase`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let feeds = try await server.get("/feeds").json["feeds"] as? [[String: Any]]
    #expect(feeds?.map { $0["feed"] as? String } == ["main", "overlay", "footer", "header"])
    #expect(feeds?.map { $0["head"] as? Int } == [5, 5, 100, 5])
    #expect(feeds?.allSatisfy { $0["phase"] as? String == "idle" } == true)
  }

  @Test func `a feed is described with its policies and its state`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let feed = try await server.get("/feeds/footer")
    #expect(feed.integer("head") == 100)
    #expect(feed.integer("floor") == 1)
    #expect(feed.text("order") == "append")
    #expect(feed.text("runOrder") == nil)
    let bottom = (feed.json["policy"] as? [String: Any])?["bottom"] as? [String: Any]
    #expect(bottom?["threshold"] as? Int == 120)
    #expect(bottom?["needsOverflow"] as? Bool == true)
    #expect((feed.json["state"] as? [String: Any])?["phase"] as? String == "idle")
  }

  @Test func `rows are read in pages, each saying where to go on`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    var texts: [String] = []
    var path = "/feeds/footer/rows?limit=30"
    while true {
      let page = try await server.get(path)
      #expect(page.status == 200)
      if page.texts.isEmpty { break }
      #expect(page.integer("first") == texts.count + 1)
      texts += page.texts
      path = "/feeds/footer/rows?limit=30&after=\(page.text("pos") ?? "")"
    }
    #expect(texts == (1...100).map { "Line \($0)" })
    #expect(try await server.get("/feeds/footer/rows?after_seq=98").texts == ["Line 99", "Line 100"])
  }

  @Test func `rows that cannot be continued are gone, with the reason`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let other = try await server.get("/feeds/footer").text("pos") ?? ""
    for (query, code) in [("after=nonsense", "epoch"), ("after=\(other)", "epoch"), ("after_seq=6", "ahead")]
    {
      let answer = try await server.get("/feeds/main/rows?\(query)")
      #expect(answer.status == 410)
      #expect(answer.code == code)
    }
    for query in ["limit=0", "limit=1001", "limit=x", "after_seq=-1", "after=a&after_seq=1"] {
      #expect(try await server.get("/feeds/main/rows?\(query)").status == 400)
    }
  }

  @Test func `lines of text are appended: CRLF or LF, empty lines count, the last line's end does not`()
    async throws
  {
    let server = try LiveServer()
    defer { server.stop() }
    let answer = try await server.post("/feeds/main/rows", "a\r\n\nb 😀\n")
    #expect(answer.status == 201)
    #expect(answer.integer("first") == 6)
    #expect(answer.integer("count") == 3)
    #expect(try await server.get("/feeds/main/rows?after_seq=5").texts == ["a", "", "b 😀"])
    #expect(try await server.get("/feeds/main").text("pos") == answer.text("pos"))
  }

  @Test func `JSON rows may hold line breaks`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let answer = try await server.post("/feeds/main/rows", #"{"rows":["x\ny",""]}"#, type: "application/json")
    #expect(answer.status == 201)
    #expect(try await server.get("/feeds/main/rows?after_seq=5").texts == ["x\ny", ""])
  }

  @Test func `what cannot be appended is refused whole`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    let long = String(repeating: "x", count: 8_193)
    let cases: [(String, String, Int, String)] = [
      ("ok\n" + long, "text/plain", 413, "row-too-long"), ("", "text/plain", 400, "bad-field"),
      ("{", "application/json", 400, "malformed"), (#"{"rows":[1]}"#, "application/json", 400, "bad-field"),
      ("a", "image/png", 415, "unsupported-type"),
    ]
    for (body, type, status, code) in cases {
      let answer = try await server.post("/feeds/main/rows", body, type: type)
      #expect(answer.status == status)
      #expect(answer.code == code)
    }
    let fields = ["Content-Type: text/plain", "Content-Encoding: gzip"]
    #expect(try server.bare("POST /feeds/main/rows", fields, body: "rows in gzip").status == 415)
    #expect(try await server.get("/feeds/main").integer("head") == 5)
    #expect(try await server.post("/feeds/main/rows", String(repeating: "x", count: 8_192)).status == 201)
  }

  @Test
  func `a repeated key is answered with the first answer, also after a restart; other rows are refused`()
    async throws
  {
    let server = try LiveServer()
    let first = try await server.post("/feeds/main/rows", "a\nb", key: "k1")
    #expect(first.status == 201)
    _ = try await server.post("/feeds/main/rows", "c")
    let again = try await server.post("/feeds/main/rows", "a\nb", key: "k1")
    #expect(again.status == 201)
    #expect(again.data == first.data)
    server.stop()
    let restarted = try LiveServer(database: server.database)
    defer { restarted.stop() }
    #expect(try await restarted.post("/feeds/main/rows", "a\nb", key: "k1").data == first.data)
    let other = try await restarted.post("/feeds/main/rows", "a\nX", key: "k1")
    #expect(other.status == 422)
    #expect(other.code == "key-reused")
    #expect(try await restarted.get("/feeds/main").integer("head") == 8)
  }

  @Test func `what is not there, and what cannot be done there, is said`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    for (method, path, status) in [
      ("GET", "/feeds/none", 404), ("GET", "/feeds/Main", 404), ("GET", "/feeds/main/x", 404),
      ("GET", "/feeds/main/rows/1", 404), ("DELETE", "/feeds/main/rows", 405), ("POST", "/feeds", 405),
      ("GET", "/feeds/main/refresh", 405), ("POST", "/", 405), ("GET", "/nothing.html", 404),
      ("GET", "/live", 426),
    ] {
      let answer = try await server.ask(method, path)
      #expect(answer.status == status, "\(method) \(path)")
      #expect((answer.error["message"] as? String)?.isEmpty == false, "\(method) \(path)")
    }
  }

  @Test func `a server says that it is alive and ready`() async throws {
    let server = try LiveServer()
    defer { server.stop() }
    #expect(try await server.get("/healthz").status == 200)
    #expect(try await server.get("/readyz").status == 200)
  }
}
