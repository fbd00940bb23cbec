/// What a child process runs, and how it is ended.
public struct ChildCommand: Sendable {
  /// The program: a path, or a name that is looked up in PATH.
  public var program: String
  /// Its arguments, without the program's own name.
  public var arguments: [String]
  /// Variables set beside those that this process has itself.
  public var environment: [String: String] = [:]
  /// The folder it runs in; absent: the one of this process.
  public var directory: String?
  /// From a termination until the whole group is killed, in milliseconds.
  public var grace = 2_000
  /// How long a pipe that a grandchild holds is read on after the child's own end, in milliseconds.
  public var drain = 2_000

  /// A program with arguments; everything else is set afterwards.
  public init(_ program: String, _ arguments: [String] = []) {
    self.program = program
    self.arguments = arguments
  }
}

/// Where bytes of a child process came from.
public enum ChildStream: Int, Sendable, CaseIterable {
  /// Its standard output.
  case output = 1
  /// Its standard error.
  case error = 2
}

/// How a child process ended.
public struct ChildEnd: Equatable, Sendable {
  /// The way it ended.
  public enum Way: Equatable, Sendable {
    /// It ended by itself with a status, 0…255.
    case exited(Int)
    /// A signal ended it.
    case signalled(Int)
  }

  /// The way it ended.
  public var way: Way
  /// Why its output could not be read to the end, if so.
  public var readError: LoopError?

  /// An end.
  public init(way: Way, readError: LoopError? = nil) {
    self.way = way
    self.readError = readError
  }
}
