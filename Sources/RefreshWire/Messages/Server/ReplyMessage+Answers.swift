import RefreshEngine

extension ReplyMessage {
  /// The answer to a `refresh`.
  public init(feed: FeedName, key: String?, _ answer: RefreshAnswer) {
    self.init(feed: feed, to: .refresh, key: key, outcome: .refused)
    switch answer {
    case .started(let run): (outcome, self.run) = (.started, run)
    case .joined(let run): (outcome, self.run) = (.joined, run)
    case .queued(let run): (outcome, self.run) = (.queued, run)
    case .refused(let why, let wait): (self.why, retryAfter) = (ReplyReason(why), wait)
    }
  }

  /// The answer to a `cancel` of a run.
  public init(feed: FeedName, cancel run: RunID, _ answer: CancelAnswer) {
    self.init(feed: feed, to: .cancel, outcome: .cancelled, run: run)
    if case .refused(let why) = answer { (outcome, self.why) = (.refused, ReplyReason(why)) }
  }
}

extension ReplyReason {
  /// The reason of a refused refresh.
  public init(_ reason: RefusalReason) {
    switch reason {
    case .cooldown: self = .cooldown
    case .noPolicy: self = .noPolicy
    case .storage: self = .storage
    }
  }

  /// The reason of a refused cancel.
  public init(_ reason: CancelRefusal) {
    switch reason {
    case .committing: self = .committing
    case .ended: self = .ended
    }
  }
}

extension ReplyBody {
  /// The body that says what a `reply` says.
  public init(_ reply: ReplyMessage) {
    self.init(outcome: reply.outcome, run: reply.run, why: reply.why, retryAfter: reply.retryAfter)
  }
}
