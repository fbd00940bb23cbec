/// Which source a feed has, and with which settings.
public enum SourceSpec: Equatable, Sendable {
  /// `lines`: the demo, one more "Line N" a run.
  case lines
  /// `command:LINE`: a command; each line of its output is a row.
  case command(CommandSpec)
  /// `http://…` or `https://…`: what a server answers.
  case http(HTTPSpec)
  /// `file:PATH`: a text file that grows; each line that has come is a row.
  case file(FileSpec)
  /// `directory:PATH`: a folder that text files are dropped into; each is a row.
  case directory(DirectorySpec)
  /// Rows of a query on another program's SQLite database.
  case sqlite(SQLiteSpec)

  /// A shell command line.
  public static func command(_ line: String) -> SourceSpec { .command(CommandSpec(run: .shell(line))) }

  /// The source that it stands for.
  public func source(limits: SourceLimits = SourceLimits()) -> any RefreshSource {
    switch self {
    case .lines: LinesSource()
    case .command(let spec): CommandSource(spec, limits: limits)
    case .http(let spec): HTTPSource(spec, limits: limits)
    case .file(let spec): spec.source(limits: limits)
    case .directory(let spec): spec.source(limits: limits)
    case .sqlite(let spec): spec.source(limits: limits)
    }
  }

  /// What is wrong with its settings, each with the field; empty if it can be used.
  public var mistakes: [SourceMistake] {
    switch self {
    case .lines: []
    case .command(let spec): spec.mistakes
    case .http(let spec): spec.mistakes
    case .file(let spec): spec.mistakes
    case .directory(let spec): spec.mistakes
    case .sqlite(let spec): spec.mistakes
    }
  }
}
