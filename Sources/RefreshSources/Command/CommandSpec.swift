/// A command as a source: what is run, where, and with which variables.
public struct CommandSpec: Equatable, Sendable {
  /// What is run.
  public enum Run: Equatable, Sendable {
    /// A line that `/bin/sh -c` reads.
    case shell(String)
    /// A program, by its path or by a name that is looked up in PATH, and its arguments; nobody reads anything into
    /// them.
    case program([String])
  }

  /// What is run.
  public var run: Run
  /// The folder it runs in; absent: the server's own.
  public var directory: String?
  /// Variables that it sees beside those of the server.
  public var environment: [String: String]

  /// A command; what is not said is as in the server itself.
  public init(run: Run, directory: String? = nil, environment: [String: String] = [:]) {
    self.run = run
    self.directory = directory
    self.environment = environment
  }

  /// What is wrong with it, each with the field; empty if it can be run.
  public var mistakes: [SourceMistake] {
    var mistakes: [SourceMistake] = []
    switch run {
    case .shell(let line):
      if !line.contains(where: { !$0.isWhitespace }) {
        mistakes.append(SourceMistake("run", "has no command line"))
      }
      if line.utf8.contains(0) { mistakes.append(SourceMistake("run", "contains a NUL character")) }
    case .program(let words):
      if words.first?.isEmpty ?? true {
        mistakes.append(SourceMistake("run", "names no program: write the program, then its arguments"))
      }
      if words.contains(where: { $0.utf8.contains(0) }) {
        mistakes.append(SourceMistake("run", "contains a NUL character"))
      }
    }
    if let directory, directory.isEmpty || directory.utf8.contains(0) {
      mistakes.append(SourceMistake("directory", "write the path of a folder"))
    }
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      if name.isEmpty || name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "=") }) {
        mistakes.append(SourceMistake("environment", "a variable's name is not empty and has no = in it"))
      } else if CommandSource.tells.contains(name) {
        mistakes.append(
          SourceMistake("environment.\(name)", "is what the server sets itself: take another name"))
      } else if value.utf8.contains(0) {
        mistakes.append(SourceMistake("environment.\(name)", "contains a NUL character"))
      }
    }
    return mistakes
  }
}
