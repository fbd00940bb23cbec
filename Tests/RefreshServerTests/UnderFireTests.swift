import Foundation
import Glibc
import RefreshClient
import Testing

@testable import RefreshServer

/// Clients, writers and a server, none of which is left in peace.
@Suite struct UnderFireTests {
  private static let kills = 4

  private func start(_ database: String, port: Int) throws -> Program {
    let program = try Program([
      "--listen", "127.0.0.1:\(port)", "--db", database, "--source", "command:echo run; echo run",
      "--settle", "0", "--minimum-visible", "0", "--log", "error",
    ])
    _ = try program.ready()
    return program
  }

  /// Swift clients that come back quickly, and the connections that cut them.
  private func swiftClients(_ count: Int, port: Int) -> [(follower: Follower, cutter: CuttingTransport)] {
    return (0..<count).map { number in
      let cutter = CuttingTransport(seed: number)
      return (Follower(port: port, transport: cutter, settings: Follower.quick), cutter)
    }
  }

  @Test
  func `two hundred clients cut at any moment, a server killed again and again: all hold the store's rows`()
    async throws
  {
    let database = LiveServer.temporaryFolder() + "/fire.sqlite"
    let port = try Program.freePort()
    var program = try start(database, port: port)
    let swift = swiftClients(140, port: port)
    let bare = (0..<60).map { BareFollower(port: port, seed: 1_000 + $0) }
    defer { for follower in bare { follower.giveUp() } }
    let writers = (0..<3).map { KeyedWriter(port: port, name: "w\($0)") }
    let writing = writers.map { writer in Task { try await writer.write(every: .milliseconds(25)) } }
    let isOver = Flag()
    let refreshing = Task {
      let url = URL(string: "http://127.0.0.1:\(port)/feeds/main/refresh?wait=1")!
      // Not cancelled: the last one is waited for, too.
      while !isOver.isSet {
        _ = try? await HTTP.ask("POST", url)
        try await Task.sleep(for: .milliseconds(40))
      }
    }

    let chance = Chance(seed: 7)
    for _ in 0..<Self.kills {
      let before = writers.map(\.acknowledged.count)
      try await Task.sleep(for: .milliseconds(chance.number(in: 500...1_200)))
      try await eventually("all have written") {
        zip(writers, before).allSatisfy { $0.acknowledged.count > $1 + 1 }
      }
      program.send(SIGKILL)
      #expect(program.wait() == -SIGKILL)
      program = try start(database, port: port)
    }
    try await Task.sleep(for: .milliseconds(500))
    isOver.set()
    for writer in writers { writer.stop() }
    for task in writing { try await task.value }
    try await refreshing.value
    try await eventually("the clients are cut") {
      swift.reduce(0) { $0 + $1.cutter.cuts } > 140 && bare.reduce(0) { $0 + $1.list.cuts } > 60
        && bare.reduce(0) { $0 + $1.list.cutsInFrame } > 20
    }

    let texts = try await Program.rows(port: port)
    for (_, cutter) in swift { cutter.calm() }
    for follower in bare { follower.finish(at: texts.count) }
    try await eventually("all clients are level", within: 120) {
      swift.allSatisfy { $0.follower.list.last >= texts.count }
        && bare.allSatisfy { $0.list.last >= texts.count }
    }

    check(texts, against: writers)
    for (follower, _) in swift {
      await follower.leave()
      let (list, notes) = (follower.list, follower.notes)
      #expect(list.first == 1 && notes.resets.isEmpty, "\(list.first), \(notes.resets)")
      #expect(Self.difference(follower.texts, texts) == nil)
    }
    for list in bare.map(\.list) {
      #expect(list.first == 1 && list.resets.isEmpty && list.misfits == 0, "\(list.first), \(list.resets)")
      #expect(Self.difference(list.texts, texts) == nil)
    }
    program.send(SIGTERM)
    #expect(program.wait() == 0)
  }

  /// Where two lists differ, in few words: the lists are long, and so are those of lists.
  private static func difference(_ list: [String], _ texts: [String]) -> String? {
    if list == texts { return nil }
    let place = zip(list, texts).enumerated().first { $1.0 != $1.1 }?.offset ?? min(list.count, texts.count)
    return "\(list.count) rows instead of \(texts.count), other ones from \(place) on"
  }

  /// Each acknowledged row is there once, those of one writer in its order, and beside them only whole runs.
  private func check(_ texts: [String], against writers: [KeyedWriter]) {
    for (number, writer) in writers.enumerated() {
      let acknowledged = writer.acknowledged
      #expect(acknowledged.count > 2 * Self.kills)
      #expect(texts.filter { $0.hasPrefix("w\(number)-") } == acknowledged)
    }
    let runs = texts.filter { $0 == "run" }.count
    #expect(runs > 0 && runs % 2 == 0)
    #expect(runs + writers.reduce(0) { $0 + $1.acknowledged.count } == texts.count)
    #expect(texts.count < 1_000, "a client that came late would not have been given all rows")
  }
}
