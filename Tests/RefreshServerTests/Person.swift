import Foundation
import RefreshClient
import RefreshClientSockets
import RefreshEngine
import RefreshWire
import Testing

/// One person with a page: a real client on a real socket, whose events are waited for in order.
final class Person: Sendable {
  static let transport = try! SocketTransport()

  let client: RefreshClient
  let feed: FeedName

  /// Connects, subscribes, and waits for the answer.
  convenience init(
    _ name: String? = nil, on server: LiveServer, _ feed: String = "main", tail: Int = 200,
    list: FeedList? = nil
  ) async throws {
    try await self.init(name, at: server.live, feed, tail: tail, list: list)
  }

  /// The same at the address of a socket.
  init(
    _ name: String? = nil, at url: String, _ feed: String = "main", tail: Int = 200, list: FeedList? = nil
  ) async throws {
    self.feed = FeedName(feed)!
    client = RefreshClient(url: url, transport: Self.transport)
    client.subscribe(to: self.feed, tail: tail, name: name, list: list)
    client.start()
    _ = try await identity()
  }

  private func identity() async throws -> ClientID {
    try await until("hello") { if case .connected(let hello) = $0 { hello.client } else { nil } }
  }

  func leave() async { await client.stop() }

  var list: FeedList { client.list(of: feed) ?? FeedList() }
  var texts: [String] { list.rows.map(\.text) }

  // MARK: Waiting

  /// The next event, or ``Silence``.
  func next(_ what: String, within seconds: Double = 60) async throws -> ClientEvent {
    let events = client.events
    return try await withThrowingTaskGroup(of: ClientEvent?.self) { group in
      group.addTask {
        var iterator = events.makeAsyncIterator()
        return await iterator.next()
      }
      group.addTask {
        try await Task.sleep(for: .seconds(seconds))
        throw Silence(description: "waited \(seconds) s in vain for \(what)")
      }
      defer { group.cancelAll() }
      guard let event = try await group.next() ?? nil else {
        throw Silence(description: "the client ended before \(what)")
      }
      return event
    }
  }

  /// Reads events until one has what is looked for.
  @discardableResult
  func until<Found>(_ what: String, within seconds: Double = 60, _ find: (ClientEvent) -> Found?) async throws
    -> Found
  {
    while true {
      if let found = find(try await next(what, within: seconds)) { return found }
    }
  }

  func subscribed() async throws -> SubscribedMessage {
    try await until("subscribed") { if case .subscribed(let message) = $0 { message } else { nil } }
  }

  /// The report that answers the pointer message `n` or a later one.
  func pull(answering n: Int?) async throws -> PullReport {
    let n = try #require(n)
    return try await until("pull \(n)") {
      if case .pull(let message) = $0, message.report.n >= n { message.report } else { nil }
    }
  }

  func rows() async throws -> RowsMessage {
    try await until("rows") { if case .rows(let message) = $0 { message } else { nil } }
  }

  /// Waits until the list holds a row with the sequence number.
  func row(_ sequence: Int) async throws {
    while list.last < sequence { _ = try await rows() }
  }

  func runEnd() async throws -> LastRun {
    try await until("a run's end") { if case .runEnded(_, let last) = $0 { last } else { nil } }
  }

  func state(_ phase: StatePhase) async throws -> FeedState {
    try await until("state \(phase.rawValue)") {
      if case .state(let message) = $0, message.state.phase == phase { message.state } else { nil }
    }
  }

  func reply() async throws -> ReplyMessage {
    try await until("reply") { if case .reply(let message) = $0 { message } else { nil } }
  }

  // MARK: Dragging

  /// A list with more content than its view, standing at its top.
  static let atTop = ScrollMetrics(top: 0, height: 1_200, view: 600)
  static let atBottom = ScrollMetrics(top: 600, height: 1_200, view: 600)

  @discardableResult
  func point(
    _ phase: PointerPhase, _ y: Double, x: Double = 100, pointer: Int = 1,
    _ scroll: ScrollMetrics = Person.atTop
  ) -> Int? {
    client.pointer(PointerSample(phase: phase, pointer: pointer, x: x, y: y, scroll: scroll), on: feed)
  }

  /// Drags straight from one place to another, in a number of moves, without lifting.
  @discardableResult
  func drag(_ from: Double, _ to: Double, moves: Int = 1, _ scroll: ScrollMetrics = Person.atTop) -> Int? {
    var n = point(.down, from, scroll)
    for step in 1...moves {
      n = point(.move, from + (to - from) * Double(step) / Double(moves), scroll)
    }
    return n
  }
}
