extension FeedEngine {
  /// A client subscribes. Doing so again replaces its subscription: a gesture of the old one ends without a report.
  public mutating func join(_ client: ClientID, name: String?, at now: Milliseconds) -> [Action] {
    var actions: [Action] = []
    let now = advance(to: now, &actions)
    let pulled = roster.slot(of: client).flatMap { roster.members[$0].gesture.pull } != nil
    roster.join(client, name: name)
    boundLeases(at: now)
    noteWatching(pulled: pulled, at: now)
    showPresence(at: now, &actions)
    presenceClock.tellOne()
    return actions
  }

  /// A client unsubscribes, or its connection is lost. An open gesture of it ends; a run it caused goes on.
  public mutating func leave(_ client: ClientID, at now: Milliseconds) -> [Action] {
    var actions: [Action] = []
    let now = advance(to: now, &actions)
    let pulled = roster.slot(of: client).flatMap { roster.members[$0].gesture.pull } != nil
    if roster.leave(client) {
      boundLeases(at: now)
      noteWatching(pulled: pulled, at: now)
    }
    showPresence(at: now, &actions)
    return actions
  }

  /// A client's pointer did something. The actions hold exactly one report to that client that answers `n`.
  ///
  /// - Throws: The field of a sample that is not valid; nothing changes then.
  public mutating func sample(_ sample: PointerSample, n: Int, from client: ClientID, at now: Milliseconds)
    throws(SampleError) -> [Action]
  {
    try sample.validate()
    guard let slot = roster.slot(of: client) else {
      throw SampleError(field: "feed", message: "the client has not subscribed to the feed; subscribe first")
    }
    if sample.phase == .down, roster.members[slot].gesture.pointers.isFull {
      throw SampleError(
        field: "id", message: "\(PointerSet.bound) pointers are down already; lift some first")
    }
    var actions: [Action] = []
    let now = advance(to: now, &actions)
    roster.members[slot].n = n
    let before = roster.members[slot].gesture.pull
    var effect = roster.members[slot].gesture.sample(
      sample, policy: policy, moment: runs.moment, lease: settings.lease, at: now)
    var begun: [Action] = []
    if case .asks(let edge, let rules) = effect {
      (effect, begun) = answer(slot, edge, rules, at: now)
    }
    note(slot, pulled: before, at: now)
    report(slot, effect, at: now, &actions)
    follow(begun, at: now, &actions)
    showPresence(at: now, &actions)
    return actions
  }

  /// Replaces the policies. An open gesture of an edge whose policy changed ends as cancelled; one whose direction
  /// is not decided has no edge yet and goes on under the new policies. A run keeps the policy it began with.
  public mutating func setPolicy(_ policy: FeedPolicy, at now: Milliseconds) -> [Action] {
    var actions: [Action] = []
    let now = advance(to: now, &actions)
    let old = self.policy
    for slot in roster.open.sorted() {
      guard let edge = roster.members[slot].gesture.edge, old[edge] != policy[edge] else { continue }
      change(slot, at: now, &actions) { $0.cancel(.policy, old) }
    }
    self.policy = policy
    showPresence(at: now, &actions)
    return actions
  }

  /// A pull asks for a refresh.
  private mutating func answer(_ slot: Int, _ edge: Edge, _ rules: EdgePolicy, at now: Milliseconds)
    -> (Gesture.Effect, [Action])
  {
    // A queued run that waits for the cooldown cannot hold the edge at rest, so for a pull this is the cooldown.
    if case .waiting(_, let until) = runs.state {
      return (roster.members[slot].gesture.refuse(until: until, policy), [])
    }
    let by = Author(client: roster.members[slot].id, name: roster.members[slot].name)
    let (answer, actions) = runs.begin(edge, rules, cause: .pull, by: by, at: now)
    switch answer {
    case .started(let run):
      return (roster.members[slot].gesture.trigger(run, rules), actions)
    case .joined(let run), .queued(let run):
      // An open gesture has joined each run that refreshes, and none begins while one settles.
      return (roster.members[slot].gesture.trigger(run, rules), actions)
    case .refused(why: .cooldown, let wait):
      return (roster.members[slot].gesture.refuse(until: now.later(by: wait ?? 0), policy), actions)
    case .refused(why: .noPolicy, _):
      return (roster.members[slot].gesture.refuse(.noPolicy, policy), actions)
    case .refused(why: .storage, _):
      return (roster.members[slot].gesture.refuse(.storage, policy), actions)
    }
  }

  /// Changes a gesture without a sample, and tells its client.
  mutating func change(
    _ slot: Int, at now: Milliseconds, _ actions: inout [Action], _ event: (inout Gesture) -> Gesture.Effect
  ) {
    let before = roster.members[slot].gesture.pull
    let effect = event(&roster.members[slot].gesture)
    note(slot, pulled: before, at: now)
    report(slot, effect, at: now, &actions)
  }

  private mutating func note(_ slot: Int, pulled before: Pull?, at now: Milliseconds) {
    roster.note(slot)
    boundLeases(at: now)
    let after = roster.members[slot].gesture.pull
    if before?.edge != after?.edge || before?.percent != after?.percent {
      presenceClock.notePulls(after: settings.presenceInterval, at: now)
    }
  }

  /// Somebody has come or gone, with a pull or without.
  private mutating func noteWatching(pulled: Bool, at now: Milliseconds) {
    if pulled {
      presenceClock.notePulls(after: settings.presenceInterval, at: now)
    } else {
      presenceClock.noteWatching(
        after: settings.watchingInterval, quiet: settings.watchingInterval / 10, at: now)
    }
  }

  /// A new lease ends after all others, so a bound that is there holds for it too.
  private mutating func boundLeases(at now: Milliseconds) {
    leaseBound = roster.open.isEmpty ? nil : leaseBound ?? now.later(by: settings.lease)
  }

  private func report(_ slot: Int, _ effect: Gesture.Effect, at now: Milliseconds, _ actions: inout [Action])
  {
    let member = roster.members[slot]
    let report = member.gesture.report(n: member.n, moment: runs.moment, effect: effect, at: now)
    actions.append(.pull(member.id, report))
  }
}
