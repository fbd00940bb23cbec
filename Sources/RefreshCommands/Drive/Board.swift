import FoundationEssentials
import Glibc
import RefreshClient
import RefreshEngine
import RefreshWire
import Synchronization

/// What all clients of a drive tell, added up.
final class Board: Sendable {
  /// What is to be seen at one moment.
  struct View: Sendable {
    var title = ""
    var clients = 0
    var connected = 0
    var cuts = 0
    var resumes = 0
    var resets = 0
    var began = 0
    var givenUp = 0
    var takenAway = 0
    var triggered = 0
    var joined = 0
    var refused = 0
    /// Why the last was, in words.
    var refusal: String?
    var pulls: [PresentPull] = []
    var pulling = 0
    var run: RunInfo?
    var runSince = ContinuousClock.now
    var phase = StatePhase.idle
    var outcomes: [RunOutcome: Int] = [:]
    var head = 0
    /// How many clients have the newest row.
    var level = 0
    var rows = 0
    var deliveries = 0
    var messages = 0
    var differences = 0
    var p50: Double?
    var p99: Double?
    var seconds: [Double] = []
    /// What went wrong last, such as a message that was refused.
    var trouble: String?
  }

  private struct Guarded {
    var view = View()
    var watch = RowWatch()
    var lasts: [Int]
    var present: Set<Int> = []
    /// How far the server's clock is ahead of this machine's, and how exactly that is known, in milliseconds.
    var offset = (ahead: 0.0, within: Double.infinity)
    var quantilesAt = 0.0
    var isFrozen = false
  }

  private let guarded: Mutex<Guarded>

  init(clients: Int) {
    var start = Guarded(lasts: Array(repeating: 0, count: clients))
    start.view.clients = clients
    guarded = Mutex(start)
  }

  /// This machine's clock, in milliseconds since 1970.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
  }

  /// Changes a count.
  func note(_ change: (inout View) -> Void) { guarded.withLock { change(&$0.view) } }

  /// A client was answered: it has what there is, or will be sent it, and from then on what comes.
  func subscribed(_ client: Int, _ answer: SubscribedMessage, isFirst: Bool) {
    guarded.withLock { guarded in
      guarded.present.insert(client)
      guarded.view.connected = guarded.present.count
      guarded.view.title = answer.title
      if guarded.present.count == guarded.view.clients { guarded.view.trouble = nil }
      guarded.view.head = max(guarded.view.head, answer.head)
      switch answer.mode {
      case .resume: guarded.view.resumes += 1
      case .reset(let why):
        if !isFirst { guarded.view.resets += 1 }
        if why == .epoch {
          guarded.watch.clear()
          guarded.view.head = answer.head
        }
      }
    }
  }

  /// It is over: that the clients go now is not to be seen.
  func freeze() { guarded.withLock { $0.isFrozen = true } }

  /// A client lost its connection.
  func lost(_ client: Int) {
    guarded.withLock { guarded in
      guard !guarded.isFrozen else { return }
      guarded.present.remove(client)
      guarded.view.connected = guarded.present.count
    }
  }

  /// A client got rows.
  func rows(_ client: Int, _ message: RowsMessage, live: Int) {
    let now = Self.now
    guarded.withLock { guarded in
      let last = message.first + message.rows.count - 1
      if last > guarded.view.head { guarded.view.rows += last - max(guarded.view.head, message.first - 1) }
      guarded.view.head = max(guarded.view.head, last)
      guarded.view.deliveries += message.rows.count
      guarded.lasts[client] = last
      guarded.watch.take(
        first: message.first, message.rows, live: live, present: guarded.present.count,
        at: now + guarded.offset.ahead)
    }
  }

  /// The server has told its clock.
  func clock(_ told: Int64, sent: Double) {
    let now = Self.now
    guarded.withLock { guarded in
      guard now - sent < guarded.offset.within else { return }
      // It tells whole milliseconds, those that are over.
      guarded.offset = (Double(told) + 0.5 - (now + sent) / 2, now - sent)
    }
  }

  /// What is to be seen now.
  func view() -> View {
    let now = Self.now
    return guarded.withLock { guarded in
      guarded.view.differences = guarded.watch.differences
      guarded.view.level = guarded.lasts.count { $0 >= guarded.view.head }
      // Putting thousands of times in order is not for each frame.
      if now - guarded.quantilesAt > 500 {
        guarded.quantilesAt = now
        guarded.view.p50 = guarded.watch.latencies.quantile(0.5)
        guarded.view.p99 = guarded.watch.latencies.quantile(0.99)
      }
      guarded.view.seconds = guarded.watch.latencies.seconds
      return guarded.view
    }
  }
}
