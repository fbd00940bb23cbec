/// No connection came in time, or no word of the server on it.
public struct ConnectTimeout: Error, CustomStringConvertible {
  /// What the reason of an end begins with if the server took a connection and said nothing.
  public static let silence = "the server said nothing within"
  /// What the reason of an end begins with if there was no connection.
  public static let noConnection = "there was no connection within"

  let after: Duration
  let isReached: Bool

  /// - Parameter isReached: whether the server took the connection.
  init(after: Duration, isReached: Bool) {
    self.after = after
    self.isReached = isReached
  }

  /// The words, with the time.
  public var description: String { "\(isReached ? Self.silence : Self.noConnection) \(after)" }
}

/// An attempt to connect ended because its task was cancelled.
public struct ConnectGivenUp: Error {
  /// Whether somebody had taken the connection, and had been asked on it.
  public let wasReached: Bool

  /// The end of an attempt.
  public init(wasReached: Bool) { self.wasReached = wasReached }
}
