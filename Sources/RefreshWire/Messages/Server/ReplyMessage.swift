import RefreshEngine

/// What a `reply` answers.
public enum ReplySubject: String, Sendable, CaseIterable {
  /// A `refresh`.
  case refresh
  /// A `cancel`.
  case cancel
}

/// What became of a `refresh` or `cancel`.
public enum ReplyOutcome: String, Sendable, CaseIterable {
  /// The run began.
  case started
  /// A run was under way; it is the asker's too.
  case joined
  /// A run follows after the settle.
  case queued
  /// Nothing; the reason says why.
  case refused
  /// The run ended as cancelled.
  case cancelled
}

/// Why a `refresh` or `cancel` was refused.
public enum ReplyReason: String, Sendable, CaseIterable {
  /// Refresh: the cooldown after the last run has not passed.
  case cooldown
  /// Refresh: the edge has no policy.
  case noPolicy = "no-policy"
  /// Refresh: run numbers could not be stored.
  case storage
  /// Cancel: the rows are being stored already.
  case committing
  /// Cancel: the run is neither current nor queued.
  case ended
}

/// Answers a `refresh` or `cancel`.
public struct ReplyMessage: Equatable, Sendable {
  /// The feed.
  public var feed: FeedName
  /// What is answered.
  public var to: ReplySubject
  /// The idempotency key of the `refresh`, if it had one.
  public var key: String?
  /// What became of it.
  public var outcome: ReplyOutcome
  /// The run in question, if there is one.
  public var run: RunID?
  /// Why it was refused.
  public var why: ReplyReason?
  /// With `cooldown`: how long to wait.
  public var retryAfter: Milliseconds?

  /// An answer.
  public init(
    feed: FeedName, to: ReplySubject, key: String? = nil, outcome: ReplyOutcome, run: RunID? = nil,
    why: ReplyReason? = nil, retryAfter: Milliseconds? = nil
  ) {
    self.feed = feed
    self.to = to
    self.key = key
    self.outcome = outcome
    self.run = run
    self.why = why
    self.retryAfter = retryAfter
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    self.init(
      feed: try fields.feed(), to: try fields.choice("to"), key: try fields.optionalString("key"),
      outcome: try fields.choice("outcome"), run: try fields.optionalInteger("run"),
      why: try fields.optionalChoice("why"), retryAfter: try fields.optionalInteger("retryAfter"))
  }
}

extension ReplyMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("reply", feed)
    writer.field("to", word: to)
    writer.field("key", key)
    writer.field("outcome", word: outcome)
    writer.field("run", run)
    writer.field("why", word: why)
    writer.field("retryAfter", retryAfter)
    writer.endObject()
  }
}
