import Foundation
import RefreshClient
import RefreshWire
import Testing

@testable import RefreshServer

/// A reader that stands still, as one that was stopped does, while very many rows come.
@Suite(.timeLimit(.minutes(5))) struct FrozenReaderTests {
  private static let batches = 100
  private static let rows = 1_000
  private let feed = FeedName("main")!

  private func append(_ port: Int, batch: Int) async throws {
    let url = URL(string: "http://127.0.0.1:\(port)/feeds/main/rows")!
    let filling = String(repeating: "x", count: 240)
    let body = (1...Self.rows).map { "row \(batch * Self.rows + $0) \(filling)" }.joined(separator: "\n")
    #expect(try await HTTP.ask("POST", url, ["Content-Type": "text/plain"], Data(body.utf8)).status == 201)
  }

  /// What a process has in memory, in bytes.
  private func residentBytes(_ program: Program) throws -> Int {
    let fields = try String(contentsOfFile: "/proc/\(program.process)/statm", encoding: .utf8)
    return Int(fields.split(separator: " ")[1])! * 4_096
  }

  @Test
  func
    `a reader stands still while 100 000 rows come: memory is bounded, others have them, it goes on in order`()
    async throws
  {
    let program = try Program([
      "--listen", "127.0.0.1:0", "--db", LiveServer.temporaryFolder() + "/f.sqlite", "--source",
      "command:true", "--stall", "600000", "--silence", "600000",
    ])
    let port = try program.ready()
    let others = [Follower(port: port), Follower(port: port)]
    var settings = ClientSettings()
    // Nobody fetches its events, so it soon stops to read; the server's sockets are full after some megabytes.
    settings.eventBuffer = 4
    let frozen = RefreshClient(
      url: "ws://127.0.0.1:\(port)/live", transport: Person.transport, settings: settings)
    frozen.subscribe(to: feed, tail: 0)
    frozen.start()
    try await eventually("it has subscribed") { frozen.list(of: feed)?.position != nil }

    var before = 0
    for batch in 0..<Self.batches {
      try await append(port, batch: batch)
      if batch == 9 { before = try residentBytes(program) }
    }
    let last = Self.batches * Self.rows
    try await eventually("the others have all", within: 120) { others.allSatisfy { $0.list.last == last } }
    // The texts alone are 24 MB.
    let grown = try residentBytes(program) - before
    #expect(grown < 12_000_000)
    #expect((frozen.list(of: feed)?.last ?? last) < last / 2, "it stood still")

    var disconnections = 0
    for await event in frozen.events {
      if case .disconnected = event { disconnections += 1 }
      if frozen.list(of: feed)?.last == last { break }
    }
    #expect(disconnections == 0)
    for (offset, row) in (frozen.list(of: feed)?.rows ?? []).reversed().enumerated() {
      try #require(row.text.hasPrefix("row \(last - offset) "))
    }
    for follower in others {
      #expect(follower.notes.disconnections.isEmpty && follower.notes.resets.isEmpty)
      await follower.leave()
    }
    await frozen.stop()
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }
}
