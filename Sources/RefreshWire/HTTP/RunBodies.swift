import RefreshEngine

/// The body of `GET /feeds/{feed}/runs`.
public struct RunsBody: Equatable, Sendable, JSONEncodable {
  /// Ended runs, newest first.
  public var runs: [LastRun]

  /// A list of runs.
  public init(runs: [LastRun]) { self.runs = runs }

  /// Writes the body.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("runs", list: runs)
    writer.endObject()
  }
}

/// The body that answers a refresh or a cancel: the fields of a `reply` that say what became of it.
public struct ReplyBody: Equatable, Sendable, JSONEncodable {
  /// What became of it.
  public var outcome: ReplyOutcome
  /// The run in question.
  public var run: RunID?
  /// Why it was refused.
  public var why: ReplyReason?
  /// With `cooldown`: how long to wait.
  public var retryAfter: Milliseconds?
  /// The run as it stands, when waiting for its end took too long.
  public var standing: RunInfo?

  /// An answer to a refresh or a cancel.
  public init(
    outcome: ReplyOutcome, run: RunID? = nil, why: ReplyReason? = nil, retryAfter: Milliseconds? = nil,
    standing: RunInfo? = nil
  ) {
    self.outcome = outcome
    self.run = run
    self.why = why
    self.retryAfter = retryAfter
    self.standing = standing
  }

  /// Writes the body.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("outcome", word: outcome)
    writer.field("run", run)
    writer.field("why", word: why)
    writer.field("retryAfter", retryAfter)
    if let standing {
      writer.field("started", time: standing.started)
      writer.field("elapsed", standing.elapsed)
      writer.field("progress", number: standing.progress)
    }
    writer.endObject()
  }
}

/// The body of 200 for a refresh with `wait`, once its run has ended.
public struct RunEndedBody: Equatable, Sendable, JSONEncodable {
  /// The run.
  public var run: RunID
  /// How it ended.
  public var last: LastRun

  /// A run's end.
  public init(run: RunID, last: LastRun) {
    self.run = run
    self.last = last
  }

  /// Writes the body.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("run", run)
    writer.field("last", last)
    writer.endObject()
  }
}
