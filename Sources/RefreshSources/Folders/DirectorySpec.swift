/// A folder that text files are dropped into.
public struct DirectorySpec: Equatable, Sendable {
  /// What of a file is a row.
  public enum Rows: String, CaseIterable, Sendable {
    /// Its whole text.
    case file
    /// Each of its lines.
    case line
  }

  /// The folder's path.
  public var path: String
  /// What of a file is a row.
  public var rows: Rows

  /// A folder.
  public init(path: String, rows: Rows = .file) {
    self.path = path
    self.rows = rows
  }

  /// Each file that has come since the last run brings its text once.
  func source(limits: SourceLimits) -> WorkSource {
    let spec = DirectorySpec(path: AbsolutePath.of(path), rows: rows)
    return WorkSource { cursor, asks in
      var reader = DroppedFiles(spec, limits, asks)
      return reader.run(since: cursor)
    }
  }

  /// What is wrong with it, each with the field; empty if it can be used.
  public var mistakes: [SourceMistake] { FileSpec.mistakes(of: path, "a folder") }
}
