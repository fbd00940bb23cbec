import RefreshEngine
import RefreshSources
import RefreshStore
import RefreshWire
import Testing

@testable import RefreshServer

/// What a feed makes of what its sources bring: only what is new, and what they call it.
@Suite struct SourceRowsTests {
  @Test
  func `of a list that is pulled again only what is new is appended, and everybody reads how much that was`()
    async throws
  {
    let feed = CommandFeed { $0.dedupe = .by(Dedupe(by: .text)) }
    try feed.print((1...30).map { "item \($0)" })
    var server = try feed.server()
    #expect(try await server.refresh().rows == 30)
    let person = try await Person(on: server)
    _ = try await person.subscribed()
    try feed.print((3...33).map { "item \($0)" } + ["item 33"])
    #expect(try await server.refresh().rows == 3)
    #expect(try await person.runEnd().end.rows == 3)
    try await person.row(33)
    #expect(person.texts == (1...33).map { "item \($0)" })
    // Somebody's own row is always taken, and is known from then on.
    #expect(try await server.post("/feeds/main/rows", "item 1\nitem 34\n").integer("count") == 2)
    try feed.print(["item 34", "item 35"])
    #expect(try await server.refresh().rows == 1)
    await person.leave()
    server.stop()

    server = try feed.server()
    defer { server.stop() }
    #expect(try await server.refresh().rows == 0)
    #expect(try await server.runs().map(\.rows) == [0, 1, 3, 30])
    #expect(try await server.texts().suffix(3) == ["item 1", "item 34", "item 35"])
  }

  @Test func `rows from before a rule by text was set count`() async throws {
    var feed = CommandFeed()
    try feed.print(["a", "b"])
    var server = try feed.server()
    #expect(try await server.refresh().rows == 2)
    #expect(
      try await server.refresh().rows == 2, "a command's lines are all appended unless it is told otherwise")
    server.stop()
    feed.settings.dedupe = .by(Dedupe(by: .text))
    server = try feed.server()
    defer { server.stop() }
    try feed.print(["b", "c", "a"])
    #expect(try await server.refresh().rows == 1)
    #expect(try await server.texts() == ["a", "b", "a", "b", "c"])
  }

  @Test func `a title that a source tells reaches open pages and the list of feeds, and outlives a restart`()
    async throws
  {
    var feed = CommandFeed()
    try feed.print(["::title News of the day", "row"])
    var server = try feed.server()
    let person = try await Person(on: server)
    #expect(try await person.subscribed().title == "Main")
    #expect(try await server.refresh().rows == 1)
    let told = try await person.until("the title") {
      if case .feed(let message) = $0 { message } else { nil }
    }
    #expect(told.title == "News of the day")
    #expect(told.policy == feed.settings.policy)
    #expect(try await titles(server) == ["News of the day", "News of the day"])
    // The same again is nothing new: the next thing that is told is the other one.
    _ = try await server.refresh()
    try feed.print(["::title Other news"])
    _ = try await server.refresh()
    let next = try await person.until("the title") {
      if case .feed(let message) = $0 { message } else { nil }
    }
    #expect(next.title == "Other news")
    await person.leave()
    server.stop()

    server = try feed.server()
    #expect(try await titles(server) == ["Other news", "Other news"])
    let later = try await Person(on: server)
    #expect(try await later.subscribed().title == "Other news")
    await later.leave()
    server.stop()

    // What a source says that the feed has no more does not count.
    feed.settings.source = .command("true")
    server = try feed.server()
    defer { server.stop() }
    #expect(try await titles(server) == ["Main", "Main"])
  }

  private func titles(_ server: LiveServer) async throws -> [String?] {
    let all = try await server.get("/feeds").json["feeds"] as? [[String: Any]]
    return [all?.first?["title"] as? String, try await server.get("/feeds/main").text("title")]
  }

  @Test func `how far a command is, everybody sees while it works`() async throws {
    var feed = CommandFeed()
    let go = feed.folder + "/go"
    feed.settings.source = .command(
      "echo ::progress 40; while [ ! -e '\(go)' ]; do sleep 0.05; done; echo row")
    let server = try feed.server()
    defer { server.stop() }
    let person = try await Person(on: server)
    _ = try await person.subscribed()
    #expect(try await server.post("/feeds/main/refresh").status == 202)
    try await person.until("the progress") {
      if case .state(let message) = $0, message.state.run?.progress == 0.4 { true } else { nil }
    }
    try "".write(toFile: go, atomically: true, encoding: .utf8)
    #expect(try await person.runEnd().end.rows == 1)
    await person.leave()
  }

  @Test func `two edges bring from their own sources, each title and all rows into one list`() async throws {
    var bottom = EdgePolicy(preset: .overlay)
    (bottom.minimumVisible, bottom.settle) = (0, 0)
    let feed = CommandFeed {
      $0.policy.bottom = bottom
      $0.edgeSources = [.bottom: .command("echo ::title Below; echo from below")]
    }
    try feed.print(["::title Above", "from above"])
    let server = try feed.server()
    defer { server.stop() }
    _ = try await server.refresh(edge: "top")
    #expect(try await titles(server).first == "Above")
    _ = try await server.refresh(edge: "bottom")
    #expect(try await titles(server).first == "Below")
    #expect(try await server.texts() == ["from above", "from below"])
  }
}
