import RefreshSockets
import Testing

/// A log of numbered rows, one text each, kept whole.
final class TestLog: ChannelLog {
  var rows: [String] = []
  /// The most rows in one frame.
  var chunk = 50
  /// While set, reads are answered `loading`.
  var isLoading = false
  /// Frames made, each for one cursor and head.
  private(set) var frames = 0
  private var known: [Int: (frame: Frame, upTo: Int)] = [:]

  func read(after cursor: Int) -> LogRead {
    if cursor >= rows.count { return .level }
    if isLoading { return .loading }
    if let known = known[cursor] { return .frame(known.frame, upTo: known.upTo) }
    frames += 1
    let upTo = min(rows.count, cursor + chunk)
    let frame = Frame("rows \(cursor + 1) " + rows[cursor..<upTo].joined(separator: ","))
    known[cursor] = (frame, upTo)
    return .frame(frame, upTo: upTo)
  }

  func append(_ count: Int, size: Int = 0) {
    known = [:]
    for _ in 0..<count { rows.append("\(rows.count + 1)" + String(repeating: "x", count: size)) }
  }
}

/// A server whose peers subscribe to one channel with a text that names their cursor.
final class FanoutServer: @unchecked Sendable {
  let log = TestLog()
  let server: TestServer
  private(set) var channel: Channel!
  private var subscriptions: [Int: Subscription] = [:]

  /// - Parameter patience: how long rows wait at most for further ones, in milliseconds, by the number of readers.
  init(
    settings: SocketSettings = .init(),
    patience: @escaping (Int) -> Int = Channel.patience(withSubscriptions:)
  ) throws {
    let place = Place()
    server = try TestServer(settings: settings) { owner in
      owner.onReceived = { text, peer in
        if let cursor = Int(text) { place.fanout?.subscribe(peer, after: cursor) }
      }
    }
    channel = Channel(on: server.loop, log: log, patience: patience)
    place.fanout = self
  }

  /// Lets the server's owner know the channel that is made after it.
  private final class Place {
    weak var fanout: FanoutServer?
  }

  private func subscribe(_ peer: Peer, after cursor: Int) {
    subscriptions[peer.number] = channel.subscribe(peer, opening: [Frame("opening")], after: cursor)
  }

  /// A client that has subscribed.
  func reader(after cursor: Int) throws -> RawClient {
    let client = try #require(RawClient(server.port))
    #expect(client.handshake()?.status == 101)
    client.sendText("\(cursor)")
    #expect(client.frame()?.text == "opening")
    return client
  }

  func subscription(_ number: Int) -> Subscription { subscriptions[number]! }

  /// Appends rows and tells the channel.
  func append(_ count: Int, size: Int = 0, moreSoon: Bool = false) {
    server.onLoop { [self] in
      log.append(count, size: size)
      channel.rowsVisible(upTo: log.rows.count, moreSoon: moreSoon)
    }
  }
}

/// The numbers of the rows that a reader was given, in the order they came.
struct RowReader {
  private(set) var next: Int
  private(set) var isInOrder = true

  init(after cursor: Int) { next = cursor + 1 }

  /// Whether the text held rows.
  mutating func take(_ text: String) -> Bool {
    guard text.hasPrefix("rows ") else { return false }
    for row in text.split(separator: " ")[2].split(separator: ",") {
      isInOrder = isInOrder && Int(row.prefix { $0.isNumber }) == next
      next += 1
    }
    return true
  }
}
