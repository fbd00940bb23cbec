import RefreshSockets
import RefreshWire

extension Routes {
  /// `GET /feeds/{feed}/events`: follows a feed by Server-Sent Events.
  ///
  /// A browser that comes back shows in `Last-Event-ID` where it stands, at the address it was given first; so that
  /// counts before `after`.
  func follow(_ feed: Feed, _ admission: Admission, _ exchange: HTTPExchange) {
    guard server.isReady else { return refuseStopping(exchange) }
    guard let tail = exchange.number("tail", default: WireBounds.defaultTail, in: WireBounds.tail) else {
      return
    }
    if exchange.method == "HEAD" { return exchange.begin(status: 200, headers: EventStream.headers) }
    let name = exchange.query("name").flatMap(PersonName.clean)
    let last = exchange.header("last-event-id") ?? ""
    feed.place(after: last.isEmpty ? exchange.query("after") : last, tail: tail) { place in
      self.follow(feed, name: name, admission, at: place, exchange)
    }
  }

  private func follow(
    _ feed: Feed, name: String?, _ admission: Admission, at place: Place, _ exchange: HTTPExchange
  ) {
    // The store may have been asked for the place, and have taken its time.
    guard server.isReady else { return refuseStopping(exchange) }
    guard let stream = EventStream(exchange, retry: Int.random(in: Server.comeBackAlone)) else { return }
    server.follow(feed, by: stream, name: name, admission, at: place, request: exchange.id)
  }

  private func refuseStopping(_ exchange: HTTPExchange) {
    exchange.fail(
      503, .draining, "the server is stopping; come back soon", headers: [HTTPHeader("Retry-After", "2")])
  }
}

extension Server {
  /// Between which times clients of a server that stops are asked to come back, so that they do not come all at once.
  static let comeBack = 500...2_000
  /// The same for browsers whose event stream ends without a word.
  static let comeBackAlone = 1_000...4_000

  /// Adds a client with an event stream.
  func follow(
    _ feed: Feed, by stream: EventStream, name: String?, _ admission: Admission, at place: Place,
    request: String
  ) {
    let session = EventSession(
      stream, of: feed, client: newClient(), name: name, admission: admission, at: place)
    let key = ObjectIdentifier(session)
    streams[key] = session
    session.whenEnded { [unowned self] in
      streams[key] = nil
      forget(session.client)
      house.log.debug(
        "client \(session.client.text) no longer follows feed \(feed.name.text)",
        LogSubject(feed: feed.name.text, client: session.client.text))
    }
    house.log.debug(
      "client \(session.client.text) follows feed \(feed.name.text) by an event stream",
      LogSubject(feed: feed.name.text, client: session.client.text, request: request))
  }
}
