/// A text file that grows: each line that has come is a row.
public struct FileSpec: Equatable, Sendable {
  /// Where the first run begins.
  public enum Begin: String, CaseIterable, Sendable {
    /// With the file's first line.
    case start
    /// With what comes after the first run.
    case end
  }

  /// The file's path.
  public var path: String
  /// Where the first run begins.
  public var from: Begin

  /// A file.
  public init(path: String, from: Begin = .start) {
    self.path = path
    self.from = from
  }

  /// Each line that was added since the last run is a row, also where the file was rotated or emptied in between.
  func source(limits: SourceLimits) -> WorkSource {
    let spec = FileSpec(path: AbsolutePath.of(path), from: from)
    return WorkSource { cursor, asks in
      var follower = FileFollower(spec, limits, asks)
      return follower.run(since: cursor)
    }
  }

  /// What is wrong with it, each with the field; empty if it can be used.
  public var mistakes: [SourceMistake] { Self.mistakes(of: path, "a file") }

  /// What is wrong with a path.
  static func mistakes(of path: String, _ what: String) -> [SourceMistake] {
    if path.isEmpty { return [SourceMistake("path", "needs the path of \(what)")] }
    if path.utf8.contains(0) { return [SourceMistake("path", "contains a NUL character")] }
    return []
  }
}
