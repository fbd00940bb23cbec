import Foundation
import Glibc
import RefreshClient
import RefreshEngine
import RefreshWire
import Testing

@testable import RefreshServer

/// SIGHUP: the configuration is read anew, and whoever is connected stays.
@Suite struct ReloadTests {
  private func feed(_ fields: String, _ more: String = "") -> String {
    "{ feeds: { main: { source: 'lines', workTime: 0, \(fields) } }, \(more) }"
  }

  @Test func `a changed policy reaches an open client, and ends the gesture that is under way`() async throws
  {
    let server = try ReloadingServer(feed("title: 'Old', top: { preset: 'header', trigger: 'reach' }"))
    let anna = try await Person("Anna", at: server.live)
    _ = try await anna.subscribed()
    let held = anna.drag(0, 80)
    #expect(try await anna.pull(answering: held).phase == .pulling)
    try server.reload(
      feed("title: 'New', order: 'newest-first', top: { preset: 'header', trigger: 'reach', threshold: 20 }"))
    let pull = try await anna.until("the gesture's end") {
      if case .pull(let message) = $0, message.report.phase == .cancelled { message.report } else { nil }
    }
    #expect(pull.why == .policy)
    let told = try await anna.until("the feed") { if case .feed(let message) = $0 { message } else { nil } }
    #expect(told.title == "New")
    #expect(told.order == .newestFirst)
    #expect(told.policy.top?.threshold == 20)
    // The way that was not enough before is enough now, on the same connection.
    anna.point(.up, 80)
    let pulled = anna.drag(0, 80)
    #expect(try await anna.pull(answering: pulled).phase == .triggered)
    #expect(try await anna.runEnd().end.outcome == .ok)
    let ben = try await Person("Ben", at: server.live)
    #expect(try await ben.subscribed().title == "New")
    await anna.leave()
    await ben.leave()
    server.stop()
  }

  @Test func `a source of another kind turns the rows of a refresh, and who watches is told`() async throws {
    let list = { (source: String, more: String) in
      "{ feeds: { main: { source: \(source), top: 'header', order: 'newest-first'\(more) } } }"
    }
    let server = try ReloadingServer(list("'command:date'", ""))
    let anna = try await Person("Anna", at: server.live)
    #expect(try await anna.subscribed().runOrder == .append)
    let told = { () async throws -> RowOrder in
      try await anna.until("the feed") { if case .feed(let message) = $0 { message.runOrder } else { nil } }
    }
    try server.reload(list("'file:/nowhere'", ""))
    #expect(try await told() == .newestFirst)
    let feed = try await HTTP.ask("GET", server.url("/feeds/main"))
    #expect(feed.text("order") == "newest-first" && feed.text("runOrder") == "newest-first")
    try server.reload(list("'file:/nowhere'", ", runOrder: 'append'"))
    #expect(try await told() == .append)
    await anna.leave()
    server.stop()
  }

  @Test func `a gesture at an edge that stays as it was goes on`() async throws {
    let server = try ReloadingServer(feed("title: 'Old', top: 'header', bottom: 'footer'"))
    let anna = try await Person("Anna", at: server.live)
    let held = anna.drag(0, 40)
    #expect(try await anna.pull(answering: held).phase == .pulling)
    try server.reload(feed("title: 'New', top: 'header'"))
    let told = try await anna.until("the feed") { event -> FeedMessage? in
      if case .pull(let message) = event { #expect(message.report.phase != .cancelled) }
      return if case .feed(let message) = event { message } else { nil }
    }
    #expect(told.policy.bottom == nil)
    let further = anna.point(.move, 300)
    #expect(try await anna.pull(answering: further).phase == .armed)
    await anna.leave()
    server.stop()
  }

  @Test func `a file with mistakes changes nothing, and the log has all of them`() async throws {
    let server = try ReloadingServer(feed("title: 'Old', top: 'header'"))
    try server.reload(
      "{ colour: 1,\n feeds: { main: { source: 'gopher:', title: 'New',\n top: 'heder' } } }",
      until: "nothing has changed")
    for words in [":1: colour: ", ":2: feeds.main.source: ", ":3: feeds.main.top: "] {
      try server.program.complains(of: server.path + words)
    }
    #expect(try await server.titles() == ["Old"])
    #expect(try await server.refresh("main").status == 200)
    try server.reload(feed("title: 'New', top: 'header'"))
    #expect(try await server.titles() == ["New"])
    server.stop()
  }

  @Test func `a source that has changed is the next refresh's; the one at work goes on`() async throws {
    let folder = LiveServer.temporaryFolder()
    let old = "{ command: 'until [ -e \(folder)/go ]; do sleep 0.02; done; echo old' }"
    let text = { (source: String) in "{ feeds: { main: { source: \(source), top: 'overlay' } } }" }
    let server = try ReloadingServer(text(old))
    async let first = server.refresh("main")
    try await eventually("the run is under way") {
      let state = try await HTTP.ask("GET", server.url("/feeds/main")).json["state"] as? [String: Any]
      return state?["phase"] as? String == "refreshing"
    }
    try server.reload(text("{ command: ['echo', 'new $HOME'] }"))
    #expect(FileManager.default.createFile(atPath: folder + "/go", contents: nil))
    #expect(try await first.status == 200)
    #expect(try await server.refresh("main").status == 200)
    #expect(try await server.texts("main") == ["old", "new $HOME"])
    server.stop()
  }

  @Test func `a schedule begins when it is added, and what is kept shrinks at once`() async throws {
    let server = try ReloadingServer(feed("top: 'overlay', seed: ['a', 'b', 'c']"))
    #expect(try await server.texts("main") == ["a", "b", "c"])
    try server.reload(feed("top: 'overlay', keep: { rows: 2 }"))
    try await eventually("the oldest row is gone") { try await server.texts("main") == ["b", "c"] }
    try server.reload(feed("top: { preset: 'overlay', minimumVisible: 0, settle: 0 }, schedule: '1s'"))
    try await eventually("it refreshes by itself") { try await server.texts("main").count > 4 }
    let runs = try await HTTP.ask("GET", server.url("/feeds/main/runs")).json["runs"] as? [[String: Any]]
    #expect(runs?.first?["cause"] as? String == "schedule")
    server.stop()
  }

  @Test func `bounds and origins change; what takes a start is said`() async throws {
    let server = try ReloadingServer(feed("top: 'header', bottom: 'footer'"))
    let raw = try await RawClient(server.live)
    _ = try await raw.hello()
    let page = ["Host: 127.0.0.1", "Origin: https://page.example"]
    let post = {
      try BareRequest(port: server.port, "POST /feeds/main/rows HTTP/1.1", page, body: "x").status
    }
    #expect(try post() == 403)
    try server.reload(
      feed(
        "top: 'header', keep: { rows: 2 }",
        "origins: ['https://page.example'], settings: { subscriptions: 1, 'row-bytes': 100, lease: 5000 }, web: '/tmp/x', log: 'debug'"
      ), until: "holds no index.html")
    #expect(try post() == 403)
    try server.reload(
      feed(
        "top: 'header'",
        "origins: ['https://page.example'], settings: { subscriptions: 1, 'row-bytes': 100, lease: 5000 }, log: 'debug'"
      ))
    #expect(try post() == 201)
    #expect(try await server.append(String(repeating: "x", count: 200), to: "main") == 413)
    for name in ["log", "settings.lease"] {
      try server.program.complains(
        of: "\(name) has changed: that takes effect when the server is started again")
    }
    raw.send(#"{"type":"subscribe","feed":"main"}"#)
    _ = try await raw.until { if case .subscribed = $0 { true } else { nil } }
    server.stop()
  }

  @Test func `the demo reads nothing anew and goes on`() async throws {
    let program = try Program(["--listen", "127.0.0.1:0", "--db", LiveServer.temporaryFolder() + "/d.sqlite"])
    let port = try program.ready()
    program.send(SIGHUP)
    try program.complains(of: "feeds: as they were")
    #expect(try await HTTP.ask("GET", URL(string: "http://127.0.0.1:\(port)/healthz")!).status == 200)
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }

  @Test func `commands do not see what the server was told by variables`() async throws {
    let command =
      "{ command: 'env | grep -c ^REFRESHD_; echo $SHOWN', environment: { SHOWN: { env: 'HIDDEN' } } }"
    let server = try ReloadingServer(
      "{ feeds: { main: { source: \(command), top: 'header' } } }",
      environment: ["REFRESHD_KEEP_ROWS": "100", "HIDDEN": "shown"])
    // grep -c prints 0 and says so by its status, which the last command's hides.
    #expect(try await server.refresh("main").status == 200)
    #expect(try await server.texts("main") == ["0", "shown"])
    server.stop()
  }
}
