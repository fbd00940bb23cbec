/// Which source a feed has, and with which settings.
public enum SourceSpec: Equatable, Sendable {
  /// `lines`: the demo, one more "Line N" a run.
  case lines
  /// `command:LINE`: a command; each line of its output is a row.
  case command(CommandSpec)

  /// A shell command line.
  public static func command(_ line: String) -> SourceSpec { .command(CommandSpec(run: .shell(line))) }

  /// The source that it stands for.
  public func source(limits: SourceLimits = SourceLimits()) -> any RefreshSource {
    switch self {
    case .lines: LinesSource()
    case .command(let spec): CommandSource(spec, limits: limits)
    }
  }

  /// What is wrong with its settings, each with the field; empty if it can be used.
  public var mistakes: [SourceMistake] {
    switch self {
    case .lines: []
    case .command(let spec): spec.mistakes
    }
  }
}
