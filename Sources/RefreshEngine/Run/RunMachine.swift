/// One feed's refresh: at most one run is current, and each started run ends exactly once.
///
/// Each event has one mutating method that returns the actions to carry out.
struct RunMachine: Equatable, Sendable {
  private(set) var state = State.idle(free: .min)
  /// The next run's number.
  private(set) var nextRun: RunID
  /// Numbers below this one are durably reserved.
  private(set) var runLimit: RunID
  /// The run that ended last.
  private(set) var last: RunEnd?
  /// Results of sources that came for a run that was not running.
  private(set) var dropped = 0
  private let progressInterval: Milliseconds

  init(nextRun: RunID, runLimit: RunID, last: RunEnd?, progressInterval: Milliseconds) {
    self.nextRun = nextRun
    self.runLimit = runLimit
    self.last = last
    self.progressInterval = progressInterval
  }

  /// Numbers below this limit are reserved; a lower limit than before changes nothing.
  mutating func reserved(_ limit: RunID) {
    runLimit = max(runLimit, limit)
  }

  /// Somebody asks for a refresh of an edge.
  ///
  /// A begin while settling is queued even when the cooldown is longer than the settle: the queued run starts when
  /// both are over, so that neither promise is broken.
  mutating func begin(_ edge: Edge, _ policy: EdgePolicy, cause: Cause, by: Author, at now: Milliseconds)
    -> (RefreshAnswer, [Action])
  {
    switch state {
    case .running(let current, _), .holding(let current, _, _), .committing(let current, _, _):
      return (.joined(current.run.id), [])
    case .waiting(let queued, _):
      return (.joined(queued.run.id), [])
    case .settling(var settling):
      if case .run(let queued) = settling.next { return (.joined(queued.run.id), []) }
      guard let id = number() else { return (.refused(why: .storage, retryAfter: nil), []) }
      settling.next = .run(Queued(run: Run(id: id, edge: edge, cause: cause, by: by), policy: policy))
      state = .settling(settling)
      return (.queued(id), [])
    case .idle(let free):
      guard now >= free else { return (.refused(why: .cooldown, retryAfter: free.since(now)), []) }
      guard let id = number() else { return (.refused(why: .storage, retryAfter: nil), []) }
      return (.started(id), start(Run(id: id, edge: edge, cause: cause, by: by), policy, at: now))
    }
  }

  /// Somebody cancels a run.
  mutating func cancel(_ run: RunID, at now: Milliseconds) -> (CancelAnswer, [Action]) {
    switch state {
    case .running(let current, _) where current.run.id == run:
      return (.cancelled, [.stop(run)] + end(current, .cancelled, at: now))
    case .holding(let current, _, _) where current.run.id == run:
      return (.cancelled, end(current, .cancelled, at: now))
    case .committing(let current, _, _) where current.run.id == run:
      return (.refused(.committing), [])
    case .settling(var settling):
      guard case .run(let queued) = settling.next, queued.run.id == run else { return (.refused(.ended), []) }
      settling.next = .nothing
      state = .settling(settling)
      return (.cancelled, [])
    case .waiting(let queued, let until) where queued.run.id == run:
      state = .idle(free: until)
      return (.cancelled, [])
    default:
      return (.refused(.ended), [])
    }
  }

  /// The source says how far it has come.
  mutating func progress(_ run: RunID, _ fraction: Double, at now: Milliseconds) -> [Action] {
    guard case .running(var current, let deadline) = state, current.run.id == run, fraction.isFinite
    else { return [] }
    let value = min(max(fraction, 0), 1)
    guard value != current.progress.value else { return [] }
    var actions: [Action] = []
    switch current.progress {
    case .shown(_, let at) where now < at.later(by: progressInterval):
      current.progress = .waiting(value, until: at.later(by: progressInterval))
    case .waiting(_, let until) where now < until:
      current.progress = .waiting(value, until: until)
    case .unknown, .shown, .waiting:
      current.progress = .shown(value, at: now)
      actions = [.stateChanged]
    }
    state = .running(current, deadline: deadline)
    return actions
  }

  /// The source has ended.
  mutating func sourceEnded(_ run: RunID, _ result: SourceResult, at now: Milliseconds) -> [Action] {
    guard case .running(let current, _) = state, current.run.id == run else {
      // A stopped source says so when it is gone; that is no result.
      if result != .cancelled { dropped += 1 }
      return []
    }
    switch result {
    case .ok(let rows, let truncated):
      return hold(current, .rows(rows, truncated: truncated), at: now)
    case .failed(let failure):
      return hold(current, .failure(failure), at: now)
    case .cancelled:
      return end(current, .cancelled, at: now)
    }
  }

  /// The run's rows are durable, as many of those brought as the feed did not have.
  mutating func committed(_ run: RunID, rows: Int, at now: Milliseconds) -> [Action] {
    guard case .committing(let current, let brought, let truncated) = state, current.run.id == run
    else { return [] }
    return end(current, .ok, rows: min(max(rows, 0), brought), truncated: truncated, at: now)
  }

  /// The run's rows could not be stored.
  mutating func commitFailed(_ run: RunID, message: String, at now: Milliseconds) -> [Action] {
    guard case .committing(let current, _, _) = state, current.run.id == run else { return [] }
    return end(current, .failed, error: RunFailure(code: .storage, message: message), at: now)
  }

  /// Does what is due, one step of it: each phase is seen by everybody, however late the clock is read.
  mutating func wake(_ policy: FeedPolicy, at now: Milliseconds) -> [Action] {
    guard let due, now >= due else { return [] }
    switch state {
    case .idle, .committing:
      return []
    case .waiting(let queued, _):
      return start(queued.run, policy[queued.run.edge] ?? queued.policy, at: now)
    case .running(let current, let deadline):
      return now >= deadline ? fail(current, at: now) : show(current, deadline, at: now)
    case .holding(let current, let brought, _):
      return finish(current, brought, at: now)
    case .settling(let settling):
      switch settling.next {
      case .nothing: state = .idle(free: settling.free)
      case .run(let queued): state = .waiting(queued, until: max(now, settling.free))
      }
      return [.stateChanged]
    }
  }

  private mutating func number() -> RunID? {
    guard nextRun < runLimit else { return nil }
    defer { nextRun += 1 }
    return nextRun
  }

  private mutating func start(_ run: Run, _ policy: EdgePolicy, at now: Milliseconds) -> [Action] {
    let deadline = now.later(by: policy.deadline)
    state = .running(Current(run: run, policy: policy, began: now), deadline: deadline)
    return [.start(run, deadline: deadline), .stateChanged]
  }

  private mutating func hold(_ current: Current, _ brought: Brought, at now: Milliseconds) -> [Action] {
    guard now < current.visible else { return finish(current, brought, at: now) }
    state = .holding(current, brought, until: current.visible)
    return []
  }

  private mutating func finish(_ current: Current, _ brought: Brought, at now: Milliseconds) -> [Action] {
    switch brought {
    case .rows(let rows, let truncated):
      state = .committing(current, rows: rows, truncated: truncated)
      return [.commit(current.run.id)]
    case .failure(let failure):
      return end(current, .failed, error: failure, at: now)
    }
  }

  private mutating func fail(_ current: Current, at now: Milliseconds) -> [Action] {
    let message =
      "The refresh had not finished after \(current.policy.deadline.inSeconds) and was stopped. Try again, or give it a longer deadline."
    return [.stop(current.run.id)]
      + end(current, .failed, error: RunFailure(code: .deadline, message: message), at: now)
  }

  private mutating func show(_ before: Current, _ deadline: Milliseconds, at now: Milliseconds) -> [Action] {
    guard case .waiting(let value, _) = before.progress else { return [] }
    var current = before
    current.progress = .shown(value, at: now)
    state = .running(current, deadline: deadline)
    return [.stateChanged]
  }

  private mutating func end(
    _ current: Current, _ outcome: RunOutcome, rows: Int = 0, truncated: Bool = false,
    error: RunFailure? = nil,
    at now: Milliseconds
  ) -> [Action] {
    let end = RunEnd(run: current.run, outcome: outcome, rows: rows, truncated: truncated, error: error)
    let settle = Settle(from: current.policy.rest, to: 0, duration: current.policy.settle)
    last = end
    state = .settling(
      Settling(
        end: end, settle: settle, began: current.began, ended: now,
        free: now.later(by: current.policy.cooldown), next: .nothing))
    return [.ended(end), .stateChanged]
  }
}
