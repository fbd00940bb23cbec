/// A run as it stands in the database; the words of its fields are those of the wire.
public struct RunRecord: Equatable, Sendable {
  /// The run's number in its feed; never used twice.
  public var id: Int
  /// The edge it was started from.
  public var edge: String
  /// What started it.
  public var cause: String
  /// The client that caused it, if it was one.
  public var client: String?
  /// That client's name, if it had one.
  public var name: String?
  /// When it began, in milliseconds since 1970.
  public var started: Int64
  /// When it ended; `nil` while it has not.
  public var ended: Int64?
  /// How it ended; `nil` while it has not.
  public var outcome: String?
  /// How many rows it appended.
  public var rows: Int
  /// Whether its source brought more rows than a run keeps.
  public var truncated: Bool
  /// Why it failed, as a code; `nil` if it did not.
  public var errorCode: String?
  /// Why it failed, in words.
  public var errorMessage: String?

  /// A record of its parts.
  public init(
    id: Int, edge: String, cause: String, client: String? = nil, name: String? = nil, started: Int64,
    ended: Int64? = nil, outcome: String? = nil, rows: Int = 0, truncated: Bool = false,
    errorCode: String? = nil, errorMessage: String? = nil
  ) {
    self.id = id
    self.edge = edge
    self.cause = cause
    self.client = client
    self.name = name
    self.started = started
    self.ended = ended
    self.outcome = outcome
    self.rows = rows
    self.truncated = truncated
    self.errorCode = errorCode
    self.errorMessage = errorMessage
  }

  /// About how many bytes of memory it takes.
  var memory: Int {
    MemoryLayout<RunRecord>.stride + (name?.utf8.count ?? 0) + (errorMessage?.utf8.count ?? 0)
  }

  /// The record of a run that was under way when the server stopped, ended at `now`.
  func interrupted(at now: Int64) -> RunRecord {
    var record = self
    record.ended = now
    record.outcome = "failed"
    record.errorCode = "interrupted"
    record.errorMessage = "The server stopped while this refresh was under way; refresh again."
    return record
  }
}
