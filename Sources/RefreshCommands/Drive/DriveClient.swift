import RefreshClient
import RefreshEngine
import RefreshWire
import Synchronization

/// One of many clients, that pulls at random.
final class DriveClient: Sendable {
  private struct Guarded {
    var policy = FeedPolicy()
    var rows = 0
    var run: RunID?
    var hasAnswer = false
    var isOpen = false
    /// The first row that comes as it is appended.
    var live = 0
    var isWeary = false
    var pingedAt = 0.0
    var phase = GesturePhase.released
  }

  /// The first reads for the table, too, and is never cut.
  let number: Int
  let client: RefreshClient
  private let feed: FeedName
  private let transport: CuttableTransport
  private let board: Board
  private let guarded = Mutex(Guarded())
  private let failure: Mutex<CommandError?> = .init(nil)
  private let server: ServerAddress

  init(_ number: Int, _ server: ServerAddress, _ feed: FeedName, _ transport: any Transport, _ board: Board) {
    self.number = number
    self.server = server
    self.feed = feed
    self.board = board
    self.transport = CuttableTransport(transport)
    client = server.client(self.transport)
    client.subscribe(to: feed, name: Self.name(number))
    Task { [events = client.events, weak self] in
      for await event in events { self?.take(event) }
    }
  }

  /// Why it cannot go on, if it cannot.
  var end: CommandError? { failure.withLock { $0 } }
  var list: FeedList { client.list(of: feed) ?? FeedList() }
  var isOpen: Bool { guarded.withLock { $0.isOpen } }

  /// Asks for the server's clock.
  func askClock() {
    guarded.withLock { $0.pingedAt = Board.now }
    client.ping()
  }

  /// Begins nothing more.
  func rest() { guarded.withLock { $0.isWeary = true } }

  private static func name(_ number: Int) -> String {
    let names = [
      "Anna", "Ben", "Cleo", "Dana", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kim", "Lea", "Mio", "Nils",
      "Oda",
      "Per", "Quin", "Ria", "Sam", "Tara",
    ]
    let round = number / names.count
    return names[number % names.count] + (round > 0 ? " \(round + 1)" : "")
  }

  // MARK: What it is told

  private func take(_ event: ClientEvent) {
    switch event {
    case .disconnected(let end): lost(end)
    case .subscribed(let answer): subscribed(answer)
    case .rows(let message):
      let live = guarded.withLock { guarded in
        // Those that it was told to be there were counted with the answer.
        guarded.rows += max(0, min(message.rows.count, message.first + message.rows.count - guarded.live))
        return guarded.live
      }
      board.rows(number, message, live: live)
    case .pull(let message): pulled(message.report)
    case .reply(let reply) where reply.to == .refresh && reply.outcome == .refused:
      refused(PullWords.of(reply.why, .top, feed, retryAfter: reply.retryAfter))
    case .state(let message): if number == 0 { show(message.state) }
    case .runStarted(_, let run): guarded.withLock { $0.run = run.id }
    case .runEnded(_, let last):
      guarded.withLock { $0.run = nil }
      if number == 0 { board.note { $0.outcomes[last.end.outcome, default: 0] += 1 } }
    case .presence(let message):
      guard number == 0 else { break }
      board.note {
        $0.pulls = message.presence.pulls
        $0.pulling = message.presence.count
      }
    case .pong(let message): board.clock(message.now, sent: guarded.withLock { $0.pingedAt })
    case .error(let error):
      if [.unknownFeed, .forbidden].contains(error.code) { failure.withLock { $0 = error.failure } }
      board.note { $0.trouble = Shown.message(error.message) }
    default: break
    }
    board.note { $0.messages += 1 }
  }

  private func subscribed(_ answer: SubscribedMessage) {
    let isFirst = guarded.withLock { guarded in
      defer { guarded.hasAnswer = true }
      guarded.policy = answer.policy
      guarded.rows = answer.head - answer.floor + 1
      guarded.live = answer.head + 1
      guarded.isOpen = true
      return !guarded.hasAnswer
    }
    board.subscribed(number, answer, isFirst: isFirst)
    if number == 0 { show(answer.state) }
  }

  private func lost(_ end: Disconnection) {
    guarded.withLock { $0.isOpen = false }
    board.lost(number)
    let reason = server.failure(end)
    if end.comesBackAfter == nil, Comeback(code: end.code) == .never { failure.withLock { $0 = reason } }
    if end.code != CloseCode.abnormal.rawValue || !guarded.withLock({ $0.hasAnswer }) {
      board.note { $0.trouble = reason.message }
    }
  }

  private func pulled(_ report: PullReport) {
    let isNew = guarded.withLock { guarded in
      defer { guarded.phase = report.phase }
      return guarded.phase != report.phase
    }
    guard isNew else { return }
    switch report.phase {
    case .triggered: board.note { $0.triggered += 1 }
    case .joined: board.note { $0.joined += 1 }
    case .rejected:
      refused(PullWords.of(report.why, report.edge ?? .top, feed, retryAfter: report.retryAfter))
    default: break
    }
  }

  private func refused(_ why: String) {
    board.note {
      $0.refused += 1
      $0.refusal = why
    }
  }

  private func show(_ state: FeedState) {
    board.note { view in
      view.phase = state.phase
      view.run = state.phase == .refreshing ? state.run : nil
      if let run = view.run { view.runSince = .now - .milliseconds(run.elapsed) }
    }
  }

  // MARK: What it does

  /// Acts at random until it is told to rest.
  func act(_ random: SeededRandom, mean: Duration) async {
    var random = random
    var pause = random.pause(mean: mean)
    while !guarded.withLock({ $0.isWeary }) {
      guard (try? await Task.sleep(for: pause)) != nil else { return }
      let (policy, rows, run, isReady) = guarded.withLock {
        ($0.policy, $0.rows, $0.run, $0.isOpen && !$0.isWeary)
      }
      // Most people see that the list is being refreshed, and pull when it is not.
      if run != nil, Int.random(in: 0..<100, using: &random) < 94 {
        pause = mean * Double.random(in: 0.05...0.6, using: &random)
        continue
      }
      pause = random.pause(mean: mean)
      // Few try to pull a list at its end that is too short for it.
      let isCareless = Int.random(in: 0..<10, using: &random) == 0
      let edges = Edge.allCases.filter { edge in
        policy[edge].map { isCareless || Drag.fits($0, rows: rows) } ?? false
      }
      guard isReady, let edge = edges.randomElement(using: &random), let rules = policy[edge] else {
        continue
      }
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<48: await drag(edge, rules, rows, 1.2, &random, end: .up)
      case 48..<76:
        board.note { $0.givenUp += 1 }
        await drag(edge, rules, rows, Double.random(in: 0.2...0.9, using: &random), &random, end: .up)
      case 76..<84:
        board.note { $0.takenAway += 1 }
        await drag(edge, rules, rows, Double.random(in: 0.2...0.9, using: &random), &random, end: .cancel)
      case 84..<96 where number > 0:
        board.note { $0.cuts += 1 }
        await drag(edge, rules, rows, Double.random(in: 0.1...0.9, using: &random), &random, end: nil)
        transport.cut()
      case 96..<99: if let run { client.cancel(run, of: feed) }
      default: client.refresh(feed, edge: edge)
      }
    }
  }

  /// Drags so far, as fast as one person or another does.
  private func drag(
    _ edge: Edge, _ rules: EdgePolicy, _ rows: Int, _ part: Double, _ random: inout SeededRandom,
    end: PointerPhase?
  ) async {
    board.note { $0.began += 1 }
    let way = Drag(edge, rules, rows: rows, part: part)
    let pace = Duration.milliseconds(Int.random(in: 20...50, using: &random))
    for sample in way.samples(moves: Int.random(in: 16...40, using: &random)) {
      client.pointer(sample, on: feed)
      guard (try? await Task.sleep(for: pace)) != nil else { return }
    }
    if let end { client.pointer(way.end(end), on: feed) }
  }
}
