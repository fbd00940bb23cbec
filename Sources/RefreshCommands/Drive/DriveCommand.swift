import FoundationEssentials
import Glibc
import RefreshEngine
import Synchronization

/// `refreshd drive`: many clients that pull at random.
enum DriveCommand {
  static let entry = CommandEntry(
    name: "drive", operand: nil, summary: "tries a server out with many clients that pull at random",
    about: """
      Each client is on a connection of its own: it pulls, gives up half-way, has its pull taken away, loses its
      connection and comes back, asks for a refresh, and cancels one. The rows and refreshes are real. On a
      terminal a table shows how it goes, otherwise there is a line each second. At the end all wait for the last
      rows, every client's list is compared with the server's, and the refreshes are looked at: there must never
      have been two at a time.
      """,
    options: ServerAddress.options + [
      OptionEntry("clients", "N", "how many, 1 to 5000 (100)"),
      OptionEntry("feed", "FEED", "the feed that they pull (main)", kind: .feed),
      OptionEntry(
        "minutes", "N", "how long, such as 0.5 (on a terminal: until Ctrl-C; otherwise 1)"),
      OptionEntry("seed", "N", "the same number makes the same choices (chance)"),
    ],
    examples: ["refreshd drive", "refreshd drive --clients 200 --minutes 1 --seed 7"],
    statuses: [
      (.ok, "all lists are equal, and there was one refresh at a time"),
      (.failed, "lists differ, two refreshes overlapped, there was none, or clients were missing at the end"),
      (.refused, "the feed cannot be pulled, or not with this token"),
    ], run: run)

  private static let run: @Sendable (Arguments) throws(CommandError) -> ExitStatus = {
    (arguments) throws(CommandError) in
    let feed = try arguments.feed(named: arguments.text("feed") ?? "main")
    let server = try ServerAddress(arguments)
    let isTable = StandardOutput.isTerminal && Terminal.isCapable(arguments.environment)
    let minutes = try arguments.decimal("minutes", in: 0.01...10_000) ?? (isTable ? nil : 1)
    let seed =
      try arguments.number("seed", in: 0...Int.max).map(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
    let count = try arguments.number("clients", in: 1...5_000) ?? 100
    raiseDescriptorLimit()
    let state = DriveState()
    let interrupts = Interrupts { _ in state.interrupt() }
    defer { withExtendedLifetime(interrupts) {} }
    let course = try DriveCourse(
      server, feed, clients: count, time: minutes.map { .seconds($0 * 60) }, seed: seed,
      isInterrupted: { state.isInterrupted }, begun: { state.begin() })
    let style = Style(isOn: isTable && Terminal.hasColours(arguments.environment))
    let table = isTable ? DriveTable(feed: feed.text, server: server.words, style: style) : nil
    return try Waiting.run { () async throws(CommandError) in
      let show = Task { await DriveShow.run(course.board, table, state) }
      let result: Result<DriveCourse.Result, CommandError>
      do throws(CommandError) {
        result = .success(try await course.run())
      } catch {
        result = .failure(error)
      }
      state.end()
      await show.value
      let verdict = try result.get()
      let (good, bad) = Terminal.isUTF8 ? ("✓", "✗") : ("ok:", "WRONG:")
      for line in verdict.good { try StandardOutput.print("\(style.good(good)) \(line)\n") }
      for line in verdict.bad.prefix(10) { try StandardOutput.print("\(style.bad(bad)) \(line)\n") }
      if verdict.bad.count > 10 { try StandardOutput.print("  … and \(verdict.bad.count - 10) more\n") }
      return verdict.bad.isEmpty ? .ok : .failed
    }
  }

  private static func raiseDescriptorLimit() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, 65_536)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}

/// Whether a drive goes on.
final class DriveState: Sendable {
  private let flags = Mutex((hasBegun: false, isInterrupted: false, isOver: false))
  private let (news, teller) = AsyncStream.makeStream(of: Void.self)

  /// Waits until the server has answered, so that there is something to see, or the drive is over.
  /// - Returns: whether the server has.
  func hasBegun() async -> Bool {
    for await _ in news {}
    return flags.withLock { $0.hasBegun }
  }

  func begin() {
    flags.withLock { $0.hasBegun = true }
    teller.finish()
  }

  var isInterrupted: Bool { flags.withLock { $0.isInterrupted } }
  var isOver: Bool { flags.withLock { $0.isOver } }
  func interrupt() { flags.withLock { $0.isInterrupted = true } }
  func end() {
    flags.withLock { $0.isOver = true }
    teller.finish()
  }
}

/// Shows a drive while it goes on.
enum DriveShow {
  /// Draws the table ten times a second, or says a line each second, until the end.
  static func run(_ board: Board, _ given: DriveTable?, _ state: DriveState) async {
    guard await state.hasBegun() else { return }
    let begin = ContinuousClock.now
    guard var table = given else {
      while !state.isOver {
        try? await Task.sleep(for: .seconds(1))
        guard !state.isOver,
          (try? StandardOutput.print(line(board.view(), begin.duration(to: .now)) + "\n")) != nil
        else { return }
      }
      return
    }
    var screen = Screen()
    while true {
      let isLast = state.isOver
      let seconds = begin.duration(to: .now) / .seconds(1)
      let lines = table.lines(
        board.view(), seconds: seconds, columns: Terminal.size(of: 1).columns, isEnding: state.isInterrupted)
      guard (try? screen.draw(isLast ? Array(lines.dropLast()) : lines)) != nil, !isLast else { return }
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  private static func line(_ view: Board.View, _ time: Duration) -> String {
    let run = view.run.map { " run \($0.run.id)" } ?? ""
    let latency =
      view.p50.map {
        "p50 \(Decimals.text($0, digits: 0)) ms p99 \(Decimals.text(view.p99 ?? $0, digits: 0)) ms"
      } ?? "none"
    let count = { (outcome: RunOutcome) in view.outcomes[outcome, default: 0] }
    return
      "\(Int((time / .seconds(1)).rounded())) s: clients \(view.connected)/\(view.clients), pulls \(view.pulling) of "
      + "\(view.began), refused \(view.refused), \(view.phase.rawValue)\(run), runs ok \(count(.ok)) failed \(count(.failed)) cancelled "
      + "\(count(.cancelled)), rows \(view.head), latency \(latency), resumed \(view.resumes), reset \(view.resets), "
      + (view.differences == 0 ? "lists equal" : "\(view.differences) ROWS DIFFER")
      + (view.trouble.map { ", last trouble: \($0)" } ?? "")
  }
}
