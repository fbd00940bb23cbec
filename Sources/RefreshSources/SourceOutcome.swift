/// What one run of a source brought.
public enum SourceOutcome: Equatable, Sendable {
  /// It ended well.
  case ok(SourceCatch)
  /// It failed: a code of the source's kind, and words for people.
  case failed(code: SourceFailure, message: String)
  /// It was stopped before it ended.
  case cancelled
}

/// What a source that ended well has brought.
public struct SourceCatch: Equatable, Sendable {
  /// How long a cursor may be, in bytes: a folder's has room for each file that one may hold.
  public static let maxCursor = 1_500_000

  /// The rows, in the order in which they are to be appended.
  public var rows: [SourceRow]
  /// Whether rows beyond the limit were left out.
  public var truncated: Bool
  /// Where the source goes on next time, in its own words; stored with the rows. `nil`: as it was.
  public var cursor: String?
  /// What the feed is called from now on; `nil`: as it was.
  public var title: String?
  /// What the operator may have to do something about though the run went well, for the log; without its full stop.
  public var notice: String?

  /// What was brought.
  public init(
    _ rows: [SourceRow], truncated: Bool = false, cursor: String? = nil, title: String? = nil,
    notice: String? = nil
  ) {
    self.rows = rows
    self.truncated = truncated
    self.cursor = cursor
    self.title = title
    self.notice = notice
  }
}

/// One row that a source brings: clean text within the limits.
public struct SourceRow: Equatable, Sendable {
  /// What people read.
  public var text: String
  /// What the row is known by when rows that are there already are left out; `nil`: by its text.
  public var key: String?

  /// A row.
  public init(_ text: String, key: String? = nil) {
    self.text = text
    self.key = key
  }
}

/// The ways in which a source fails.
public enum SourceFailure: String, Sendable {
  /// The command's exit status was not 0.
  case exit
  /// The command was ended by a signal.
  case signal
  /// The command could not be started.
  case spawn
  /// The source's output could not be read.
  case output
  /// The server that was asked answered with a failure.
  case http
  /// The server that was asked could not be reached, or did not answer to its end.
  case network
  /// What was brought is not in the form that was expected.
  case parse
}
