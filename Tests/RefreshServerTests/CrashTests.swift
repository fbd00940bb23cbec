import Foundation
import Glibc
import RefreshClient
import RefreshClientSockets
import RefreshEngine
import RefreshWire
import Synchronization
import Testing

@testable import RefreshServer

/// kill -9 at any moment.
@Suite struct CrashTests {
  /// What the server has acknowledged: the text of each sequence number.
  private final class Acknowledged: Sendable {
    let rows = Mutex<[Int: String]>([:])
  }

  @Test func `killed a hundred times during appends and runs: nothing acknowledged is lost, nobody is reset`()
    async throws
  {
    let database = LiveServer.temporaryFolder() + "/crash.sqlite"
    let acknowledged = Acknowledged()
    var list = FeedList(limit: 1_000_000)
    let feed = FeedName("main")!
    for round in 1...100 {
      let began = ContinuousClock.now
      let program = try start(database)
      let port = try program.ready()
      // Where all takes longer, as under a sanitizer, so do the rows.
      let longest = max(60, Int((ContinuousClock.now - began) / .milliseconds(1)))
      let appending = (0..<3).map { writer in
        Task { await append(port, "\(round)-\(writer)", acknowledged) }
      }
      let client = RefreshClient(url: "ws://127.0.0.1:\(port)/live", transport: Person.transport)
      client.subscribe(to: feed, tail: 1_000, list: list)
      client.start()
      let killing = Task {
        try await Task.sleep(for: .milliseconds(Int.random(in: 5...longest)))
        program.send(SIGKILL)
      }
      events: for await event in client.events {
        switch event {
        case .subscribed(let message):
          if list.position != nil { #expect(message.mode == .resume, "round \(round)") }
          client.refresh(feed)
        case .runEnded: client.refresh(feed)
        case .disconnected: break events
        default: break
        }
      }
      try await killing.value
      #expect(program.wait() == -SIGKILL)
      for task in appending { await task.value }
      list = client.list(of: feed) ?? list
      await client.stop()
    }
    try await check(database, list, acknowledged.rows.withLock { $0 })
  }

  private func start(_ database: String) throws -> Program {
    try Program([
      "--listen", "127.0.0.1:0", "--db", database, "--source", "command:echo run; echo run", "--settle", "0",
      "--minimum-visible", "0", "--log", "error",
    ])
  }

  private func append(_ port: Int, _ name: String, _ acknowledged: Acknowledged) async {
    let url = URL(string: "http://127.0.0.1:\(port)/feeds/main/rows")!
    for number in 1... {
      let text = "\(name)-\(number)"
      guard let answer = try? await HTTP.ask("POST", url, ["Content-Type": "text/plain"], Data(text.utf8)),
        answer.status == 201, let first = answer.integer("first")
      else { return }
      acknowledged.rows.withLock {
        #expect($0[first] == nil, "row \(first) was acknowledged twice")
        $0[first] = text
      }
    }
  }

  private func check(_ database: String, _ list: FeedList, _ acknowledged: [Int: String]) async throws {
    let program = try start(database)
    let port = try program.ready()
    var texts: [String] = []
    while true {
      let url = URL(string: "http://127.0.0.1:\(port)/feeds/main/rows?limit=1000&after_seq=\(texts.count)")!
      let page = try await HTTP.ask("GET", url)
      if page.texts.isEmpty { break }
      #expect(page.integer("first") == texts.count + 1)
      texts += page.texts
    }
    #expect(acknowledged.count > 100)
    for (sequence, text) in acknowledged {
      #expect(sequence <= texts.count && texts[sequence - 1] == text, "row \(sequence) is not '\(text)'")
    }
    let appended = texts.filter { $0 != "run" }
    #expect(Set(appended).count == appended.count, "a row is there twice")
    #expect(list.rows.count > 100)
    try #require(list.last <= texts.count, "a client was shown rows that are lost")
    for (offset, row) in list.rows.enumerated() {
      #expect(texts[list.first + offset - 1] == row.text, "row \(list.first + offset) of the client")
    }
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }
}
