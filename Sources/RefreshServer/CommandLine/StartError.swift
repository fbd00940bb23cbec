/// Why a server does not start, with the exit status that tells scripts the kind.
public struct StartError: Error, Equatable, CustomStringConvertible {
  /// The kinds, by exit status (sysexits).
  public enum Code: Int32, Sendable {
    /// The command line is wrong.
    case usage = 64
    /// The configuration is wrong.
    case configuration = 78
    /// Anything else: the address is taken, the database is locked …
    case failure = 1
  }

  /// The kind.
  public let code: Code
  /// What happened and what to do about it.
  public let message: String

  /// A reason of a kind, in words.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The words.
  public var description: String { message }
}
