import RefreshEngine
import RefreshSockets
import RefreshWire

/// What a connection is subscribed to.
extension Session {
  func handle(_ message: SubscribeMessage) throws(DecodeError) {
    try require(.view, message.feed)
    let feed = try known(message.feed)
    let most = server.house.tunables.subscriptions
    guard subscribers.count < most || subscribers[feed.name] != nil else {
      throw .error(
        ErrorMessage(
          code: .limit,
          message:
            "a connection may subscribe to \(Counted.words(most, "feed")): unsubscribe from one, or use another connection",
          feed: feed.name))
    }
    // What the client says next comes after the subscription, also if the store has to be asked for its place.
    peer.beginWork()
    feed.place(after: message.after, tail: message.tail) { [self] place in
      defer { peer.endWork() }
      guard isOpen else { return }
      subscribe(feed, name: message.name, at: place)
    }
  }

  private func subscribe(_ feed: Feed, name: String?, at place: Place) {
    // A second subscribe replaces the first, and the person keeps the place among those who watch.
    subscribers[feed.name]?.detach()
    let presence = feed.join(client, name: name)
    let opening = Frame(feed.subscribed(place.mode, at: place.sequence, place.mark))
    let subscription = feed.channel.subscribe(
      peer, opening: [opening], presence: presence, after: place.sequence)
    let subscriber = Subscriber(
      client: client, feed: feed, name: name, mayPull: admission.grant.rights(on: feed.name).contains(.pull),
      subscription: subscription)
    subscribers[feed.name] = subscriber
    idleSince = nil
    server.house.metrics.began(place.mode)
    feed.attach(subscriber)
  }

  /// A feed is there no more.
  func removed(_ feed: FeedName) {
    guard subscribers[feed] != nil else { return }
    unsubscribe(feed)
    send(ErrorMessage(code: .unknownFeed, message: "there is no feed \(feed.text) any more", feed: feed))
  }

  func unsubscribe(_ feed: FeedName) {
    guard let subscriber = subscribers.removeValue(forKey: feed) else { return }
    subscriber.end()
    if subscribers.isEmpty { idleSince = server.house.loop.now }
  }
}
