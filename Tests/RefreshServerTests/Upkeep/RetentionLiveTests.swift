import RefreshStore
import RefreshWire
import Testing

@testable import RefreshServer

/// What a running server removes.
@Suite struct RetentionLiveTests {
  private func floor(_ person: Person) async throws -> Int {
    try await person.until("the floor") { if case .pruned(_, let floor) = $0 { floor } else { nil } }
  }

  @Test func `rows that become too old go without an append, and everybody hears of it`() async throws {
    let feed = CommandFeed { $0.keep = Retention(age: 700) }
    var server = try feed.server()
    let person = try await Person(on: server)
    _ = try await person.subscribed()
    _ = try await server.post("/feeds/main/rows", "one\ntwo\n")
    try await person.row(2)
    _ = try await server.post("/feeds/main/rows", "three")
    try await person.row(3)
    while try await floor(person) < 4 {}
    #expect(person.list.rows.isEmpty)
    #expect(try await server.texts() == [])
    #expect(try await server.get("/feeds/main").integer("floor") == 4)
    // And again, from an empty list.
    _ = try await server.post("/feeds/main/rows", "four")
    #expect(try await floor(person) == 5)
    _ = try await server.post("/feeds/main/rows", "five")
    await person.leave()
    server.stop()

    // What became too old while no server ran goes at its start.
    try await Task.sleep(for: .milliseconds(700))
    server = try feed.server()
    defer { server.stop() }
    try await eventually("the floor") { try await server.get("/feeds/main").integer("floor") == 6 }
  }

  @Test func `a list of one run shows what the last one brought, from one moment to the next`() async throws {
    let feed = CommandFeed { $0.keep = Retention(runs: 1) }
    try feed.print(["Filesystem", "/dev/sda1 40 %"])
    let server = try feed.server()
    defer { server.stop() }
    let person = try await Person(on: server)
    _ = try await person.subscribed()
    _ = try await server.refresh()
    try await person.row(2)
    try feed.print(["Filesystem", "/dev/sda1 41 %", "/dev/sdb1 3 %"])
    _ = try await server.refresh()
    try await person.row(5)
    while person.list.first < 3 { _ = try await floor(person) }
    #expect(person.texts == ["Filesystem", "/dev/sda1 41 %", "/dev/sdb1 3 %"])
    try feed.print([])
    #expect(try await server.refresh().rows == 0)
    while try await floor(person) < 6 {}
    #expect(person.list.rows.isEmpty)
    #expect(try await server.texts() == [])
    await person.leave()
  }

  @Test func `a feed's own bound of rows goes before the one for all`() async throws {
    let feed = CommandFeed { $0.keep = Retention(rows: 2) }
    let server = try feed.server { $0.tunables.keepRows = 4 }
    _ = try await server.post("/feeds/main/rows", "1\n2\n3\n4\n5\n")
    #expect(try await server.texts() == ["4", "5"])
    server.stop()
    let other = CommandFeed { $0.keep = Retention(bytes: 1_000) }
    let second = try other.server { $0.tunables.keepRows = 4 }
    defer { second.stop() }
    _ = try await second.post("/feeds/main/rows", "1\n2\n3\n4\n5\n")
    #expect(try await second.texts() == ["2", "3", "4", "5"])
  }

  @Test func `a smaller bound holds from the next start on`() async throws {
    var feed = CommandFeed()
    var server = try feed.server()
    _ = try await server.post("/feeds/main/rows", (1...50).map(String.init).joined(separator: "\n"))
    server.stop()
    feed.settings.keep = Retention(rows: 3)
    server = try feed.server()
    defer { server.stop() }
    try await eventually("the floor") { try await server.texts() == ["48", "49", "50"] }
  }
}
