extension FeedEngine {
  /// Does what has become due, and returns the instant that counts.
  mutating func advance(to instant: Milliseconds, _ actions: inout [Action]) -> Milliseconds {
    clock = max(clock, instant)
    if let leaseBound, clock >= leaseBound { expireLeases(at: clock, &actions) }
    if let due = runs.due, clock >= due { follow(runs.wake(policy, at: clock), at: clock, &actions) }
    return clock
  }

  /// Broadcasts who watches and who pulls, if that is due; the last thing of each event.
  mutating func showPresence(at now: Milliseconds, _ actions: inout [Action]) {
    guard let due = presenceClock.due, now >= due else { return }
    if presenceClock.show(presence, at: now) { actions.append(.presenceChanged) }
  }

  /// Between two instants nothing that clients did could be heard, because the process or its loop stood still. That
  /// silence is held against no gesture. To be called before any other event at `end`.
  public mutating func stoodStill(from begin: Milliseconds, to end: Milliseconds) {
    for slot in roster.members.indices { roster.members[slot].gesture.stoodStill(from: begin, to: end) }
  }

  private mutating func expireLeases(at now: Milliseconds, _ actions: inout [Action]) {
    let policy = policy
    var bound: Milliseconds?
    for slot in roster.open.sorted() {
      let end = roster.members[slot].gesture.heard.later(by: settings.lease)
      if now >= end {
        change(slot, at: now, &actions) { $0.expire(policy) }
      } else {
        bound = min(bound ?? end, end)
      }
    }
    leaseBound = bound
  }
}
