import RefreshClient
import RefreshClientSockets
import RefreshEngine
import RefreshWire
import Synchronization

/// A Swift client that follows the feed main through whatever happens, and notes how it fared.
final class Follower: Sendable {
  struct Notes: Sendable {
    /// How often a subscription was answered.
    var answers = 0
    /// The resets that came although it had a position.
    var resets: [ResetReason] = []
    var disconnections: [Disconnection] = []
    /// When it was asked to come back, in milliseconds.
    var byes: [Int] = []
  }

  let client: RefreshClient
  private let feed = FeedName("main")!
  private let notebook: Notebook
  private let reading: Task<Void, Never>

  init(
    port: Int, transport: any Transport = Person.transport, settings: ClientSettings = ClientSettings(),
    tail: Int = 1_000, list: FeedList? = nil
  ) {
    client = RefreshClient(url: "ws://127.0.0.1:\(port)/live", transport: transport, settings: settings)
    client.subscribe(to: feed, tail: tail, list: list)
    client.start()
    let notebook = Notebook(hasPosition: list?.position != nil)
    self.notebook = notebook
    reading = Task { [events = client.events] in
      for await event in events { notebook.take(event) }
    }
  }

  var notes: Notes { notebook.notes.withLock { $0 } }
  var list: FeedList { client.list(of: feed) ?? FeedList() }
  var texts: [String] { list.rows.map(\.text) }

  /// Settings of a client that comes back quickly, however often it is cut.
  static var quick: ClientSettings {
    var settings = ClientSettings()
    settings.backoffBase = .milliseconds(40)
    settings.backoffLimit = .milliseconds(300)
    return settings
  }

  /// Stops the client; its notes are complete then.
  func leave() async {
    await client.stop()
    await reading.value
  }

  private final class Notebook: Sendable {
    let notes = Mutex(Notes())
    private let hasPosition: Mutex<Bool>

    init(hasPosition: Bool) { self.hasPosition = Mutex(hasPosition) }

    func take(_ event: ClientEvent) {
      switch event {
      case .subscribed(let message):
        let knew = hasPosition.withLock { known in
          defer { known = true }
          return known
        }
        notes.withLock {
          $0.answers += 1
          if case .reset(let why) = message.mode, knew { $0.resets.append(why) }
        }
      case .disconnected(let end): notes.withLock { $0.disconnections.append(end) }
      case .bye(let bye): notes.withLock { $0.byes.append(bye.after) }
      default: break
      }
    }
  }
}
