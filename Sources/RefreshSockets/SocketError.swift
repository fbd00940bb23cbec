/// Why sockets could not be opened or used.
public struct SocketError: Error, Equatable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: Equatable, Sendable {
    /// Another program listens on that address.
    case addressInUse
    /// The name or literal is none of this machine's addresses, or no such name is known.
    case addressNotFound
    /// The system does not allow it, such as a port below 1024.
    case notPermitted
    /// Anything else the system or libwebsockets refused.
    case failed
  }

  /// What kind of failure it is.
  public let code: Code
  /// What happened and what to do about it.
  public let description: String

  /// An error with its words.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
