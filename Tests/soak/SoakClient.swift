import RefreshClient
import RefreshEngine
import RefreshWire
import Synchronization

/// One client that follows the feed main all the time, and notes what should not be.
final class SoakClient: Sendable {
  struct Notes: Sendable {
    var connections = 0
    var answers = 0
    var rows = 0
    /// Resets that came although there was a position.
    var resets: [ResetReason] = []
    /// Where its list is expected to go on.
    var next: Int?
    var gaps = 0
  }

  let client: RefreshClient
  private let feed = FeedName("main")!
  private let kept = Mutex(Notes())

  init(_ number: Int, _ server: SoakServer, _ transport: Cutter) {
    client = RefreshClient(url: "ws://127.0.0.1:\(server.port)/live", transport: transport)
    client.subscribe(
      to: feed, tail: 1_000, name: number % 10 == 0 ? "Client \(number)" : nil, list: FeedList(limit: 1_000))
    client.start()
    Task { [events = client.events, weak self] in
      for await event in events { self?.take(event) }
    }
  }

  var notes: Notes { kept.withLock { $0 } }
  var list: FeedList { client.list(of: feed) ?? FeedList() }

  /// Pulls the list down and lets go, or only begins to.
  func pull(far: Bool) {
    let scroll = ScrollMetrics(top: 0, height: 1_200, view: 600)
    for (phase, y) in [(PointerPhase.down, 100.0), (.move, far ? 260 : 150), (.up, far ? 260 : 150)] {
      client.pointer(PointerSample(phase: phase, pointer: 1, x: 50, y: y, scroll: scroll), on: feed)
    }
  }

  private func take(_ event: ClientEvent) {
    kept.withLock { notes in
      switch event {
      case .connected: notes.connections += 1
      case .subscribed(let message):
        notes.answers += 1
        guard case .reset(let why) = message.mode else { return }
        if notes.next != nil { notes.resets.append(why) }
        notes.next = 0
      case .rows(let message):
        notes.rows += message.rows.count
        if let next = notes.next, next > 0, message.first != next { notes.gaps += 1 }
        notes.next = message.first + message.rows.count
      default: break
      }
    }
  }
}
