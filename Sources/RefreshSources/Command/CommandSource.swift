import RefreshLoop

/// A command: each line of its standard output is a row.
///
/// It is told of the run by the variables `REFRESH_FEED`, `REFRESH_EDGE`, `REFRESH_RUN`, `REFRESH_LAST_SEQ` and
/// `REFRESH_LAST_TEXT`, and tells of it by lines such as `::progress 40`. Its rows count only if it ends with status 0.
public struct CommandSource: RefreshSource {
  /// The variables that tell it of the run.
  static let tells: Set = [
    "REFRESH_FEED", "REFRESH_EDGE", "REFRESH_RUN", "REFRESH_LAST_SEQ", "REFRESH_LAST_TEXT",
  ]

  private let spec: CommandSpec
  private let limits: SourceLimits

  /// A source that runs the command for each run.
  public init(_ spec: CommandSpec, limits: SourceLimits = SourceLimits()) {
    self.spec = spec
    self.limits = limits
  }

  /// A source that runs `/bin/sh -c line` for each run.
  public init(_ line: String, limits: SourceLimits = SourceLimits()) {
    self.init(CommandSpec(run: .shell(line)), limits: limits)
  }

  /// Starts the command.
  public func start(
    _ job: SourceJob, on loop: EventLoop, progress: @escaping (Double) -> Void,
    done: @escaping (SourceOutcome) -> Void
  ) -> any RunningSource {
    var command =
      switch spec.run {
      case .shell(let line): ChildCommand("/bin/sh", ["-c", line])
      case .program(let words): ChildCommand(words.first ?? "", Array(words.dropFirst()))
      }
    command.directory = spec.directory.map(AbsolutePath.of)
    command.environment = spec.environment.merging(environment(job)) { $1 }
    command.grace = limits.grace
    command.drain = limits.drain
    return CommandRun(command, limits, on: loop, progress: progress, done: done)
  }

  private func environment(_ job: SourceJob) -> [String: String] {
    // One variable holds at most 128 KiB, and none of them a NUL.
    let last = LineText.cut(job.lastText ?? "", to: limits.rowBytes)
    return [
      "REFRESH_FEED": job.feed,
      "REFRESH_EDGE": job.edge,
      "REFRESH_RUN": String(job.run),
      "REFRESH_LAST_SEQ": String(job.lastSeq),
      "REFRESH_LAST_TEXT": String(
        String.UnicodeScalarView(last.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 })),
    ]
  }
}
