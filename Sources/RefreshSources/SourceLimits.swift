/// How much a source may bring, how a command is ended, and who asks.
public struct SourceLimits: Equatable, Sendable {
  /// How many rows of a run are kept; more are read and thrown away.
  public var rows = 10_000
  /// How long a row is at most, in bytes of UTF-8; at least 16.
  public var rowBytes = 8_192
  /// How much of a command's standard error a failure quotes at most, in characters.
  public var errorCharacters = 500
  /// From asking a command to end until it is killed, in milliseconds.
  public var grace = 2_000
  /// How long output is awaited after a command's own end while something it started holds the pipe, in
  /// milliseconds.
  public var drain = 2_000
  /// What a request of HTTP says is asking.
  public var agent = "refreshd"

  /// The limits that hold unless they are set.
  public init() {}
}
