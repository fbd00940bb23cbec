extension FeedEngine {
  /// Somebody asks for a refresh, by a button, a program or the schedule.
  ///
  /// - Parameter key: An idempotency key of 1–64 bytes. While it is remembered, the same key has the same answer and
  ///   does nothing, also for another edge. A key of another length is not remembered.
  public mutating func refresh(edge: Edge, cause: Cause, by: Author, key: String?, at now: Milliseconds)
    -> (RefreshAnswer, [Action])
  {
    var actions: [Action] = []
    let now = advance(to: now, &actions)
    let key = key.flatMap { (1...64).contains($0.utf8.count) ? $0 : nil }
    let answer: RefreshAnswer
    if let key, let known = keys.answer(to: key, at: now) {
      answer = known
    } else if let rules = policy[edge] {
      let begun: [Action]
      (answer, begun) = runs.begin(edge, rules, cause: cause, by: by, at: now)
      if let key { keys.remember(key, answer, at: now) }
      follow(begun, at: now, &actions)
    } else {
      answer = .refused(why: .noPolicy, retryAfter: nil)
    }
    showPresence(at: now, &actions)
    return (answer, actions)
  }

  /// Somebody cancels a run, or takes it out of the queue.
  public mutating func cancel(run: RunID, at now: Milliseconds) -> (CancelAnswer, [Action]) {
    var answer = CancelAnswer.refused(.ended)
    let actions = event(at: now) { runs, now in
      let (cancelled, actions) = runs.cancel(run, at: now)
      answer = cancelled
      return actions
    }
    return (answer, actions)
  }

  /// A run's source says how far it has come, 0…1; values beyond are capped, and what is no number is ignored.
  public mutating func progress(run: RunID, _ fraction: Double, at now: Milliseconds) -> [Action] {
    event(at: now) { $0.progress(run, fraction, at: $1) }
  }

  /// A run's source has ended; for a run that is not running the result is dropped and counted.
  public mutating func sourceEnded(run: RunID, _ result: SourceResult, at now: Milliseconds) -> [Action] {
    event(at: now) { $0.sourceEnded(run, result, at: $1) }
  }

  /// A run's rows are durable: the answer to `commit`. `rows` tells how many were appended: those that were brought,
  /// without the ones that the feed leaves out because it has, or had, them already.
  public mutating func committed(run: RunID, rows: Int, at now: Milliseconds) -> [Action] {
    event(at: now) { $0.committed(run, rows: rows, at: $1) }
  }

  /// A run's rows could not be stored: the other answer to `commit`. `message` says what happened, for people.
  public mutating func commitFailed(run: RunID, message: String, at now: Milliseconds) -> [Action] {
    event(at: now) { $0.commitFailed(run, message: message, at: $1) }
  }

  /// Appends the actions of the run machine, and lets a run that starts take in everybody's open gestures.
  mutating func follow(_ steps: [Action], at now: Milliseconds, _ actions: inout [Action]) {
    actions += steps
    for case .start(let run, _) in steps {
      guard case .refreshing(_, _, let rules) = runs.moment else { continue }
      for slot in roster.open.sorted() {
        change(slot, at: now, &actions) { $0.join(run.id, at: run.edge, rules) }
      }
    }
  }

  private mutating func event(
    at instant: Milliseconds, _ event: (inout RunMachine, Milliseconds) -> [Action]
  ) -> [Action] {
    var actions: [Action] = []
    let now = advance(to: instant, &actions)
    follow(event(&runs, now), at: now, &actions)
    showPresence(at: now, &actions)
    return actions
  }
}
