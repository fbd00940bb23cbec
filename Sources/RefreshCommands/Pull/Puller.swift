import FoundationEssentials
import Glibc
import RefreshClient
import RefreshClientSockets
import RefreshEngine
import RefreshWire
import Synchronization

/// One pull from its begin to the end of its run.
struct Puller {
  private let server: ServerAddress
  let feed: FeedName
  private let client: RefreshClient
  private let wish: Edge?
  private let begins: Bool
  private let name: String?
  private let timeout: Duration?
  let printer: RowPrinter
  let progress: PullProgress
  private let key = "pull-" + String(UInt64.random(in: .min ... .max), radix: 36)
  private var stage = PullStage.waiting
  private var contact = PullContact.none
  private var edge = Edge.top
  private var policy = FeedPolicy()
  private var rows = 0
  private var floor = 1
  /// The identities of this client's connections: what it caused on a lost one is still its own.
  var identities: [ClientID] = []
  private var drag: Task<Void, Never>?
  var brought: [(seq: Int, row: Row)] = []
  var others: [String] = []
  private let interruption = Interruption()

  init(_ arguments: Arguments) throws(CommandError) {
    feed = try arguments.feed()
    server = try ServerAddress(arguments)
    wish = try arguments.choice("edge", Edge.self)
    begins = arguments.has("begin")
    name = arguments.text("name")
    timeout = try arguments.number("timeout", in: 1...86_400).map { .seconds($0) }
    printer = RowPrinter(isJSON: arguments.has("json"))
    progress = PullProgress(arguments.environment)
    client = server.client(try SocketTransport.ofCommand())
  }

  /// Pulls, and waits for the end.
  mutating func run() async throws(CommandError) -> ExitStatus {
    // The rows of a run that is joined at its very end may be there already.
    client.subscribe(to: feed, tail: 1_000, name: name)
    client.start()
    let interrupts = Interrupts { [client, interruption] number in
      interruption.note(number)
      Task { await client.stop() }
    }
    defer { withExtendedLifetime(interrupts) {} }
    let result: Result<LastRun, CommandError>
    do throws(CommandError) {
      result = .success(try await untilEnd())
    } catch {
      result = .failure(error)
    }
    drag?.cancel()
    await progress.end()
    await client.stop()
    return try report(try result.get())
  }

  private mutating func untilEnd() async throws(CommandError) -> LastRun {
    var clock = startClock(timeout ?? .seconds(30))
    var hasPolicy = false
    defer { clock.task.cancel() }
    for await event in client.events {
      if let last = try take(event) { return last }
      if !hasPolicy, timeout == nil, let deadline = policy[edge]?.deadline {
        hasPolicy = true
        clock.task.cancel()
        clock = startClock(.milliseconds(deadline) + .seconds(30))
      }
    }
    if let status = interruption.status { throw CommandError(status, PullWords.left(stage, feed)) }
    throw CommandError(.connection, PullWords.late(stage, contact, feed, server.words))
  }

  /// Ends the events after a time.
  private func startClock(_ limit: Duration) -> (task: Task<Void, Never>, limit: Duration) {
    (
      Task { [client] in
        guard (try? await Task.sleep(for: limit)) != nil else { return }
        await client.stop()
      }, limit
    )
  }

  /// - Returns: the run's end.
  private mutating func take(_ event: ClientEvent) throws(CommandError) -> LastRun? {
    switch event {
    case .connected(let hello): identities.append(hello.client)
    case .disconnected(let end): try lost(end)
    case .subscribed(let answer): return try subscribed(answer)
    case .feed(let message): policy = message.policy
    case .state(let message): return try stands(message.state)
    case .pull(let message): try pulled(message.report)
    case .reply(let message) where message.key == key: try answered(message)
    case .rows(let message):
      rows = max(rows, message.first + message.rows.count - floor)
      brought += zip(message.first..., message.rows).filter { $0.1.run != nil }.map { (seq: $0.0, row: $0.1) }
    case .runEnded(_, let last): if stage == .following(last.end.run.id) { return last }
    case .presence(let message): note(message.presence)
    case .error(let error): throw error.failure
    default: break
    }
    return nil
  }

  private mutating func lost(_ end: Disconnection) throws(CommandError) {
    drag?.cancel()
    if let status = interruption.status { throw CommandError(status, PullWords.left(stage, feed)) }
    // Without a code that sends away it was this command's own time that is over.
    if end.comesBackAfter == nil, Comeback(code: end.code) != .never { return }
    guard end.comesBackAfter != nil, contact != .none else { throw server.failure(end) }
    contact = .lost
    progress.show { $0.words = "connecting again" }
  }

  private mutating func subscribed(_ answer: SubscribedMessage) throws(CommandError) -> LastRun? {
    contact = .there
    policy = answer.policy
    rows = answer.head - answer.floor + 1
    floor = answer.floor
    edge = wish ?? policy.defaultEdge ?? .top
    guard policy[edge] != nil else { throw CommandError(.refused, PullWords.noPolicy(edge, feed)) }
    switch stage {
    case .asked: client.refresh(feed, edge: edge, key: key)
    case .dragging:
      // The connection was lost during the drag, and the gesture with it, unless the run had begun.
      stage = .waiting
      if let run = answer.state.run?.run ?? answer.state.last?.end.run, let by = run.by.client,
        identities.contains(by)
      {
        stage = .following(run.id)
        if let last = answer.state.last, last.end.run.id == run.id { return last }
      }
    case .waiting, .following: break
    }
    return try stands(answer.state)
  }

  /// What the feed is doing.
  private mutating func stands(_ state: FeedState) throws(CommandError) -> LastRun? {
    switch stage {
    case .waiting:
      if begins {
        stage = .asked
        client.refresh(feed, edge: edge, key: key)
      } else if state.phase != .settling {
        // Joined while a run settles, a gesture would belong to the run that is over.
        startDrag()
      }
    case .following(let run):
      if let info = state.run, info.run.id == run {
        progress.show {
          $0.words = "run \(run)"
          $0.part = info.progress
          if $0.since == nil { $0.since = .now - .milliseconds(info.elapsed) }
        }
      }
      let later = max(state.run?.run.id ?? 0, state.last?.end.run.id ?? 0)
      if later > run, state.last?.end.run.id != run { return try ended(run) }
    case .dragging, .asked: break
    }
    return nil
  }

  /// Looks up a run whose end was missed.
  private func ended(_ run: RunID) throws(CommandError) -> LastRun? {
    try ServerAPI(server).runs(of: feed, limit: 100).first { $0.end.run.id == run }
  }

  private mutating func startDrag() {
    guard let rules = policy[edge] else { return }
    stage = .dragging
    let way = Drag(edge, rules, rows: rows)
    drag = Task { [client, feed] in
      for sample in way.samples(moves: 30) + [way.end()] {
        client.pointer(sample, on: feed)
        guard (try? await Task.sleep(for: .milliseconds(16))) != nil else { return }
      }
    }
  }

  private mutating func pulled(_ report: PullReport) throws(CommandError) {
    guard stage == .dragging else { return }
    switch report.phase {
    case .tracking: break
    case .pulling, .armed:
      progress.show {
        $0.words = "pulling \(feed.text)"
        $0.part = report.percent
      }
    case .triggered, .joined: if let run = report.run { follow(run) }
    case .rejected, .cancelled:
      throw CommandError(.refused, PullWords.of(report.why, edge, feed, retryAfter: report.retryAfter))
    case .released:
      throw CommandError(
        .refused, "the pull did not reach the threshold of \(feed.text): its limit leaves no room beyond")
    }
  }

  private mutating func answered(_ reply: ReplyMessage) throws(CommandError) {
    guard let run = reply.run, reply.outcome != .refused else {
      throw CommandError(.refused, PullWords.of(reply.why, edge, feed, retryAfter: reply.retryAfter))
    }
    follow(run)
  }

  private mutating func follow(_ run: RunID) {
    stage = .following(run)
    progress.show {
      $0.words = "run \(run)"
      $0.part = nil
      $0.since = .now
    }
  }
}
