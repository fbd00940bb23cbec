import RefreshWire

extension ClientMachine {
  /// A subscription was answered.
  mutating func take(_ message: SubscribedMessage) -> [Effect] {
    answered(message.feed)
    guard isCurrent(message.feed) else { return [] }
    var effects: [Effect] = [.event(.subscribed(message))]
    let pruned = change(message.feed) { subscription in
      subscription.behind = nil
      guard case .reset(let why) = message.mode else { return subscription.list.prune(below: message.floor) }
      let kept = message.head - message.floor + 1
      subscription.list.reset(to: message.pos, next: message.head - min(subscription.tail, kept) + 1)
      // With another epoch the feed is another one: restored, replaced or cleared.
      if why == .epoch { subscription.runs.forget() }
      return false
    }
    if pruned == true { effects.append(.event(.pruned(message.feed, floor: message.floor))) }
    return effects + news(message.feed, message.state)
  }

  /// Rows were appended.
  mutating func take(_ message: RowsMessage) -> [Effect] {
    guard isCurrent(message.feed) else { return [] }
    let misfits = change(message.feed) { subscription in
      subscription.misfits = subscription.list.append(message) ? 0 : subscription.misfits + 1
      return subscription.misfits
    }
    switch misfits ?? 0 {
    case 0: return [.event(.rows(message))]
    // Not the rows that follow: nothing may be missing, so it is asked again from where the list ends.
    case 1...3: return [subscribe(message.feed)]
    // Asking does not help: the connection ends, and the wait before the next one keeps this from being a busy loop.
    default: return [.close(.protocolError, "rows of \(message.feed) do not continue its list")]
    }
  }

  /// A feed's refresh changed.
  mutating func take(_ message: StateMessage) -> [Effect] {
    guard isCurrent(message.feed) else { return [] }
    var effects: [Effect] = [.event(.state(message))]
    if change(message.feed, { $0.list.prune(below: message.state.floor) }) == true {
      effects.append(.event(.pruned(message.feed, floor: message.state.floor)))
    }
    return effects + news(message.feed, message.state)
  }

  /// Where the feeds stand. A heartbeat may overtake rows, so a list counts as behind only if it is still where it was
  /// at the heartbeat before.
  mutating func take(_ message: HeartbeatMessage) -> [Effect] {
    var effects: [Effect] = [.event(.heartbeat(message))]
    for (feed, head) in message.heads.map({ ($0.feed, $0.head) }) where isCurrent(feed) {
      let isStuck = change(feed) { subscription in
        let before = subscription.behind
        let end = subscription.list.end
        subscription.behind = end.flatMap { $0 < head ? $0 : nil }
        return before != nil && subscription.behind == before
      }
      if isStuck == true { effects.append(subscribe(feed)) }
    }
    return effects
  }

  private mutating func news(_ feed: FeedName, _ state: FeedState) -> [Effect] {
    let news = change(feed) { $0.runs.take(state) } ?? []
    return news.map { news in
      switch news {
      case .started(let run): .event(.runStarted(feed, run))
      case .ended(let last): .event(.runEnded(feed, last))
      }
    }
  }
}
