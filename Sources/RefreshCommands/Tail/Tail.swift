import FoundationEssentials
import Glibc
import RefreshClient
import RefreshClientSockets
import RefreshWire

/// A reader that prints a feed's rows, each once.
struct Tail {
  let server: ServerAddress
  let feed: FeedName
  let client: RefreshClient
  private let lines: Int
  private let printer: RowPrinter
  private let statePath: String?
  private let untilIdle: Bool
  private let retry: Duration?
  /// How many rows are still wanted; nil: all that come.
  private var left: Int?
  /// Where reading begins or goes on; nil: with the last few rows.
  private var start: RowStart?
  /// The number of the last row that was printed or passed over.
  private var printed: Int?
  /// The last row that there was at the last answer.
  private var head = 0
  private var isIdle = false
  private var lostAt: ContinuousClock.Instant?
  /// Whether the server has answered for the feed.
  private var wasAnswered = false

  init(_ arguments: Arguments) throws(CommandError) {
    feed = try arguments.feed()
    server = try ServerAddress(arguments)
    lines = try arguments.number("lines", in: WireBounds.tail) ?? 10
    printer = RowPrinter(isJSON: arguments.has("json"))
    untilIdle = arguments.has("until-idle")
    left = try arguments.number("count", in: 1...Int.max)
    retry = try arguments.number("retry", in: 0...1_000_000).map { .seconds($0) }
    statePath = try arguments.path("state")
    start = try RowStart(arguments)
    // The file counts before the place to begin with: that is for the first call.
    if let statePath {
      if let place = try TailPlace.read(statePath, feed: feed) {
        start = .position(place.position)
        printed = place.sequence
      }
      try TailPlace.checkWritable(statePath)
    }
    client = server.client(try SocketTransport.ofCommand())
  }

  /// Prints until the end.
  mutating func run() async throws(CommandError) -> ExitStatus {
    let client = client
    let stop: @Sendable () -> Void = { Task { await client.stop() } }
    let interrupts = Interrupts { _ in
      // The terminal has written ^C, and the next prompt is to stand in a line of its own.
      if StandardError.isTerminal { StandardError.write("\n") }
      stop()
    }
    StandardOutput.whenClosed(stop)
    defer { withExtendedLifetime(interrupts) {} }
    if case .sequence = start, try !fill() { return .ok }
    client.subscribe(to: feed, tail: lines, list: FeedList(position: position, limit: 1))
    client.start()
    for await event in client.events {
      guard try !take(event), !(untilIdle && isIdle && (printed ?? .max) >= head) else { break }
    }
    await client.stop()
    return .ok
  }

  private var position: String? {
    if case .position(let text) = start { text } else { nil }
  }

  /// - Returns: whether that was the end.
  private mutating func take(_ event: ClientEvent) throws(CommandError) -> Bool {
    switch event {
    case .disconnected(let end): return try lost(end)
    case .subscribed(let answer):
      // Who greets and does not answer is not there yet.
      if let since = lostAt, wasAnswered {
        StandardError.say("connected again after \(Int(since.duration(to: .now) / .seconds(1)) + 1) s")
      }
      lostAt = nil
      wasAnswered = true
      head = answer.head
      isIdle = answer.state.phase == .idle
      return try subscribed(answer)
    case .rows(let message): return try print(message.first, message.rows, behind: message.pos)
    case .state(let message): isIdle = message.state.phase == .idle
    case .error(let error): throw error.failure
    default: break
    }
    return false
  }

  private mutating func lost(_ end: Disconnection) throws(CommandError) -> Bool {
    let since = lostAt ?? .now
    guard end.comesBackAfter != nil else {
      // Told to stop: by a signal, or by a reader who has gone.
      if Comeback(code: end.code) != .never { return true }
      throw server.failure(end)
    }
    let limit = wasAnswered ? retry : retry ?? .zero
    if let limit, since.duration(to: .now) >= limit { throw server.failure(end) }
    if lostAt == nil { StandardError.say("\(server.failure(end).message); trying again") }
    lostAt = since
    return false
  }

  private mutating func subscribed(_ answer: SubscribedMessage) throws(CommandError) -> Bool {
    guard case .reset(let why) = answer.mode else {
      if printed == nil, answer.pos == position { printed = Position(answer.pos)?.sequence }
      return false
    }
    // The rows that follow this answer begin behind this one.
    let before = answer.head - min(lines, answer.head - answer.floor + 1)
    switch why {
    case .new: break
    // All rows are there still, only too many for the socket; or as many as are kept.
    case .far: if try !fill() { return true }
    case .pruned:
      if let printed, printed < answer.floor - 1 {
        StandardError.say(
          "\(ResetWords.gone(printed + 1...answer.floor - 1)): going on with \(answer.floor)")
      } else {
        StandardError.say("\(ResetWords.of(why.rawValue, feed)): going on with row \(answer.floor)")
      }
      start = .sequence(answer.floor - 1)
      printed = answer.floor - 1
      if try !fill() { return true }
    case .epoch, .ahead, .chain:
      StandardError.say("\(ResetWords.of(why.rawValue, feed)); going on with row \(before + 1)")
    }
    if why != .far, why != .pruned {
      printed = before
      start = .position(answer.pos)
      try save()
    }
    return false
  }

  /// Prints by HTTP what the socket does not bring.
  /// - Returns: whether more is wanted.
  private mutating func fill() throws(CommandError) -> Bool {
    guard let from = start else { return true }
    var pages = RowPages(try ServerAPI(server, patience: Patience(retry ?? .seconds(30))), feed, from: from)
    while let page = try pages.next() {
      if try print(page.first, page.rows, behind: page.pos) { return false }
    }
    if let position = pages.position { start = .position(position) }
    return true
  }

  /// Prints rows that have not been printed.
  /// - Returns: whether no more are wanted.
  private mutating func print(_ first: Int, _ rows: [Row], behind position: String) throws(CommandError)
    -> Bool
  {
    let known = max(0, (printed ?? first - 1) - first + 1)
    let fresh = rows.dropFirst(known).prefix(left ?? .max)
    guard !fresh.isEmpty else { return false }
    try StandardOutput.write(printer.lines(first: first + known, fresh))
    printed = first + known + fresh.count - 1
    left = left.map { $0 - fresh.count }
    if known + fresh.count == rows.count {
      start = .position(position)
      try save()
    } else if statePath != nil {
      // No position has come for the last row that was wanted.
      try save(at: first + known + fresh.count - 1)
    }
    return left == 0
  }

  private func save() throws(CommandError) {
    guard let statePath, let position else { return }
    try TailPlace(feed: feed, position: position, sequence: printed).write(statePath)
  }

  private mutating func save(at sequence: Int) throws(CommandError) {
    let api = try ServerAPI(server, patience: Patience(.seconds(30)))
    do throws(ServerAPI.Refusal) {
      start = .position(try api.rows(of: feed, from: .sequence(sequence - 1), limit: 1).pos)
    } catch {
      throw error.error
    }
    try save()
  }
}
