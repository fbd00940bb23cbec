/// What made a run begin.
public enum Cause: String, Sendable, CaseIterable {
  /// A person's drag.
  case pull
  /// A button, a program, or an HTTP request.
  case request
  /// The feed's own schedule.
  case schedule
}

/// Who caused a run; both fields are absent for a schedule.
public struct Author: Equatable, Sendable {
  /// The connection that caused it, if it was one.
  public var client: ClientID?
  /// The person's name, if one was given.
  public var name: String?

  /// The author of a run.
  public init(client: ClientID? = nil, name: String? = nil) {
    self.client = client
    self.name = name
  }
}

/// One refresh of a feed.
public struct Run: Equatable, Sendable {
  /// The run's number.
  public var id: RunID
  /// The edge it belongs to.
  public var edge: Edge
  /// What made it begin.
  public var cause: Cause
  /// Who caused it.
  public var by: Author

  /// A run of a feed at an edge.
  public init(id: RunID, edge: Edge, cause: Cause, by: Author) {
    self.id = id
    self.edge = edge
    self.cause = cause
    self.by = by
  }
}

/// How a run ended.
public enum RunOutcome: String, Sendable, CaseIterable {
  /// Its rows, 0 or more, are durable and visible.
  case ok
  /// It brought nothing; the failure says why.
  case failed
  /// Somebody cancelled it.
  case cancelled
}

/// The kinds of failure of a run.
public enum FailureCode: String, Sendable, CaseIterable {
  /// It had not finished within the deadline of its edge's policy.
  case deadline
  /// Its rows could not be stored.
  case storage
  /// The server stopped while it ran.
  case interrupted
  /// The command's exit status was not 0.
  case exit
  /// The command was ended by a signal.
  case signal
  /// The command could not be started.
  case spawn
  /// The source's output could not be read.
  case output
  /// The HTTP server answered with an error status.
  case http
  /// The network failed.
  case network
  /// The source's content could not be understood.
  case parse
}

/// Why a run failed.
public struct RunFailure: Equatable, Sendable {
  /// The kind of failure.
  public var code: FailureCode
  /// What happened, and what to do about it, for people.
  public var message: String

  /// A failure of a kind, in words.
  public init(code: FailureCode, message: String) {
    self.code = code
    self.message = message
  }
}

/// A run that has ended.
public struct RunEnd: Equatable, Sendable {
  /// The run.
  public var run: Run
  /// How it ended.
  public var outcome: RunOutcome
  /// How many rows were appended by it.
  public var rows: Int
  /// Whether rows of the source were left out because there were too many.
  public var truncated: Bool
  /// Why it failed.
  public var error: RunFailure?

  /// The end of a run.
  public init(
    run: Run, outcome: RunOutcome, rows: Int = 0, truncated: Bool = false, error: RunFailure? = nil
  ) {
    self.run = run
    self.outcome = outcome
    self.rows = rows
    self.truncated = truncated
    self.error = error
  }
}
