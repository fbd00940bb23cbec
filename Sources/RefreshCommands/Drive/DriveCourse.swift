import FoundationEssentials
import Glibc
import RefreshClientSockets
import RefreshWire

/// The course of a drive: all come, pull for a while, rest, and are compared.
final class DriveCourse: Sendable {
  private let server: ServerAddress
  private let feed: FeedName
  private let time: Duration?
  private let seed: UInt64
  let board: Board
  private let clients: [DriveClient]
  private let isInterrupted: @Sendable () -> Bool
  private let begun: @Sendable () -> Void

  init(
    _ server: ServerAddress, _ feed: FeedName, clients count: Int, time: Duration?, seed: UInt64,
    isInterrupted: @escaping @Sendable () -> Bool, begun: @escaping @Sendable () -> Void
  ) throws(CommandError) {
    self.server = server
    self.feed = feed
    self.time = time
    self.seed = seed
    self.isInterrupted = isInterrupted
    self.begun = begun
    let board = Board(clients: count)
    let transport = try SocketTransport.ofCommand()
    self.board = board
    clients = (0..<count).map { DriveClient($0, server, feed, transport, board) }
  }

  /// What came of it.
  struct Result: Sendable {
    /// What is as it should be.
    var good: [String] = []
    /// What is not.
    var bad: [String] = []
  }

  /// Drives.
  /// - Throws: ``CommandError`` if there is nothing to drive.
  func run() async throws(CommandError) -> Result {
    let api = try ServerAPI(server)
    let start = try api.feed(feed)
    guard start.policy.defaultEdge != nil else {
      throw CommandError(.refused, "\(feed.text) cannot be pulled: it has no policy")
    }
    begun()
    var ledger = RunLedger(before: start.state.run?.run.id ?? start.state.last?.end.run.id ?? 0)
    let mean = Duration.seconds(min(8, max(1.5, Double(clients.count) / 20)))
    var acting: [Task<Void, Never>] = []
    var random = SeededRandom(seed)
    for client in clients {
      client.client.start()
      let own = SeededRandom(random.next())
      acting.append(Task { await client.act(own, mean: mean) })
      // No server likes all of them in the same moment.
      try? await Task.sleep(for: .milliseconds(10))
      if isInterrupted() { break }
    }
    try await drive(api, &ledger)
    for client in clients { client.rest() }
    for task in acting {
      task.cancel()
      await task.value
    }
    let result = try await compare(api, ledger)
    board.freeze()
    await withTaskGroup { group in
      for client in clients { group.addTask { await client.client.stop() } }
    }
    return result
  }

  private func drive(_ api: ServerAPI, _ ledger: inout RunLedger) async throws(CommandError) {
    let begin = ContinuousClock.now
    var beat = 0
    while !isInterrupted(), time.map({ begin.duration(to: .now) < $0 }) ?? true {
      try? await Task.sleep(for: .milliseconds(100))
      beat += 1
      if let failure = clients.compactMap(\.end).first { throw failure }
      if beat % 20 == 1 { clients[0].askClock() }
      // The server tells the last 1000: often enough that none is missed.
      if beat % 300 == 0, let runs = try? api.runs(of: feed, limit: 1_000) { ledger.take(runs) }
    }
  }

  private func compare(_ api: ServerAPI, _ before: RunLedger) async throws(CommandError) -> Result {
    var ledger = before
    let limit = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < limit {
      let feed = try api.feed(feed)
      if feed.state.phase == .idle, clients.allSatisfy({ $0.isOpen && $0.list.last == feed.head }) { break }
      try? await Task.sleep(for: .milliseconds(100))
    }
    var result = Result()
    let open = clients.filter(\.isOpen)
    if open.count < clients.count {
      let why = board.view().trouble.map { ": \($0)" } ?? ""
      let gone = clients.count - open.count
      result.bad.append(
        "\(gone) of \(Counted.words(clients.count, "client")) \(gone == 1 ? "is" : "are") not connected\(why)"
      )
    }
    let lists = open.map { (name: "client \($0.number)", list: $0.list) }
    let begin = lists.map { $0.list.first }.min() ?? 1
    var rows: [Row] = []
    var first = begin
    var pages = RowPages(api, feed, from: begin > 1 ? .sequence(begin - 1) : .floor)
    while let page = try pages.next() {
      if rows.isEmpty { first = page.first }
      rows += page.rows
    }
    let differences = ListComparison.differences(lists, first: first, rows)
    result.bad += differences
    if board.view().differences > 0 {
      result.bad.append(
        "\(Counted.words(board.view().differences, "row was", "rows were")) told differently to two clients")
    }
    if differences.isEmpty {
      result.good.append(
        "\(Counted.words(lists.count, "list is", "lists are")) equal to the server's"
          + (rows.isEmpty ? "" : ", up to row \(first + rows.count - 1)"))
    }
    ledger.take(try api.runs(of: feed, limit: 1_000))
    result.bad += ledger.overlaps
    if ledger.count == 0 {
      result.bad.append(board.view().withoutRuns)
    } else if ledger.overlaps.isEmpty {
      result.good.append("\(Counted.words(ledger.count, "run")), one at a time")
    }
    return result
  }
}

extension Board.View {
  /// Why there is no run to look at, in words.
  var withoutRuns: String {
    if run != nil || triggered > 0 {
      return "no refresh that began in this time has ended: give it longer with --minutes"
    }
    if refused > 0 {
      let why = refusal.map { ", the last because \($0)" } ?? ""
      return "no refresh was made: \(Counted.words(refused, "pull was", "pulls were")) refused\(why)"
    }
    return "no refresh was made: no pull began one in this time; give it longer with --minutes"
  }
}
