import RefreshEngine
import RefreshSockets
import RefreshStore
import RefreshWire

extension Frame {
  /// A message, ready to be sent to any number of peers.
  convenience init(_ message: some JSONEncodable, event: EventLabel? = nil) {
    self.init(text: message.encoded(), event: event)
  }
}

extension Row {
  init(_ stored: StoredRow) {
    self.init(text: stored.text, at: stored.at, run: stored.run)
  }
}

extension LastRun {
  /// An ended run of the database; `nil` if its record is of a run that has not ended, or not of this version's words.
  init?(_ record: RunRecord) {
    guard let edge = Edge(rawValue: record.edge), let cause = Cause(rawValue: record.cause),
      let ended = record.ended, let outcome = record.outcome.flatMap(RunOutcome.init(rawValue:))
    else { return nil }
    let author = Author(client: record.client.map(ClientID.init), name: record.name)
    let error = record.errorCode.flatMap(FailureCode.init(rawValue:)).map {
      RunFailure(code: $0, message: record.errorMessage ?? "")
    }
    self.init(
      end: RunEnd(
        run: Run(id: record.id, edge: edge, cause: cause, by: author), outcome: outcome, rows: record.rows,
        truncated: record.truncated, error: error),
      started: record.started, ended: ended)
  }
}

extension RunRecord {
  init(_ run: Run, started: Int64) {
    self.init(
      id: run.id, edge: run.edge.rawValue, cause: run.cause.rawValue, client: run.by.client?.text,
      name: run.by.name, started: started)
  }

  init(_ last: LastRun) {
    self.init(last.end.run, started: last.started)
    ended = last.ended
    outcome = last.end.outcome.rawValue
    rows = last.end.rows
    truncated = last.end.truncated
    errorCode = last.end.error?.code.rawValue
    errorMessage = last.end.error?.message
  }
}

extension ReplyMessage {
  /// The answer to a refresh.
  init(feed: FeedName, refresh answer: RefreshAnswer, key: String?) {
    self.init(feed: feed, to: .refresh, key: key, outcome: .refused)
    switch answer {
    case .started(let run):
      outcome = .started
      self.run = run
    case .joined(let run):
      outcome = .joined
      self.run = run
    case .queued(let run):
      outcome = .queued
      self.run = run
    case .refused(let reason, let wait):
      why = ReplyReason(rawValue: reason.rawValue)
      retryAfter = wait
    }
  }

  /// The answer to a cancel.
  init(feed: FeedName, cancel answer: CancelAnswer, run: RunID) {
    self.init(feed: feed, to: .cancel, outcome: .cancelled, run: run)
    if case .refused(let reason) = answer {
      outcome = .refused
      why = ReplyReason(rawValue: reason.rawValue)
    }
  }
}
