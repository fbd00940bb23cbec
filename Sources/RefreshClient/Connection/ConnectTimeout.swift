/// No connection came in time, or no word of the server on it, or no answer to `subscribe`.
public struct ConnectTimeout: Error, CustomStringConvertible {
  /// What the reason of an end begins with if the server took a connection and said nothing.
  public static let silence = "the server said nothing within"
  /// What the reason of an end begins with if there was no connection.
  public static let noConnection = "there was no connection within"
  /// What the reason of an end begins with if the server greeted, and did not answer `subscribe`.
  public static let noAnswer = "the server did not answer within"

  /// What did not come.
  enum Missing {
    case connection
    case greeting
    case answer
  }

  private let missing: Missing
  private let time: Duration

  init(_ missing: Missing, after time: Duration) {
    self.missing = missing
    self.time = time
  }

  /// The words, with the time.
  public var description: String {
    switch missing {
    case .connection: "\(Self.noConnection) \(time)"
    case .greeting: "\(Self.silence) \(time)"
    case .answer: "\(Self.noAnswer) \(time)"
    }
  }
}

/// An attempt to connect ended because its task was cancelled.
public struct ConnectGivenUp: Error {
  /// Whether somebody had taken the connection, and had been asked on it.
  public let wasReached: Bool

  /// The end of an attempt.
  public init(wasReached: Bool) { self.wasReached = wasReached }
}
