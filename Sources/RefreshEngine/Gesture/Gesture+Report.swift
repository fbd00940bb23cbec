extension Gesture {
  /// The state in the words of the wire.
  ///
  /// - Parameters:
  ///   - n: The number of the newest sample.
  ///   - moment: Where the feed's refresh stands after the event.
  ///   - effect: What followed from the event.
  func report(n: Int, moment: FeedMoment, effect: Effect, at now: Milliseconds) -> PullReport {
    var report = PullReport(n: n, phase: .rejected, edge: edge)
    if case .settles(let settle) = effect { report.settle = settle }
    switch state {
    case .none:
      // Only a sample out of order is ever answered without a gesture.
      report.why = .order
    case .tracking:
      report.phase = .tracking
    case .pulling(let pull):
      report.phase = .pulling
      report.offset = pull.displacement
      report.percent = pull.percent
    case .armed(let pull):
      report.phase = .armed
      report.offset = pull.displacement
      report.percent = pull.percent
    case .triggered(_, let run):
      report.phase = .triggered
      report.rest(in: run, moment)
    case .joined(_, let run):
      report.phase = .joined
      report.rest(in: run, moment)
    case .rejected(_, let why):
      report.why = why
    case .cooling(_, let until):
      report.why = .cooldown
      report.retryAfter = until.since(now)
    case .released:
      report.phase = .released
    case .cancelled(_, let why):
      report.phase = .cancelled
      report.why = why
    }
    return report
  }
}

extension PullReport {
  /// A run's gesture is held at `rest` while that run refreshes, and at 0 from its settling on, also when another
  /// run has begun meanwhile.
  fileprivate mutating func rest(in run: RunID, _ moment: FeedMoment) {
    self.run = run
    guard case .refreshing(run, _, let rules) = moment else { return }
    offset = rules.rest
    percent = rules.percent(of: rules.rest)
  }

  /// This report in place of an earlier one that could not be sent: a movement that the client has not heard of
  /// is kept, unless the displacement has changed since.
  public func replacing(_ unsent: PullReport) -> PullReport {
    guard settle == nil, let movement = unsent.settle, phase != .pulling, phase != .armed,
      offset == movement.to
    else { return self }
    var report = self
    report.settle = movement
    return report
  }
}
