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

  /// What is wrong with it, each with the field; empty if it can be used.
  public var mistakes: [SourceMistake] { FileSpec.mistakes(of: path, "a folder") }
}
