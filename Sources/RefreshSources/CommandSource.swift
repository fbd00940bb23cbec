import RefreshLoop

/// A shell command line: each line of its standard output is a row.
///
/// It is told of the run by the variables `REFRESH_FEED`, `REFRESH_EDGE`, `REFRESH_RUN`, `REFRESH_LAST_SEQ` and
/// `REFRESH_LAST_TEXT`. Its rows count only if it ends with status 0.
public struct CommandSource: RefreshSource {
  private let line: String
  private let limits: SourceLimits

  /// A source that runs `/bin/sh -c line` for each run.
  public init(_ line: String, limits: SourceLimits = SourceLimits()) {
    self.line = line
    self.limits = limits
  }

  /// Starts the command.
  public func start(
    _ job: SourceJob, on loop: EventLoop, progress: @escaping (Double) -> Void,
    done: @escaping (SourceOutcome) -> Void
  ) -> any RunningSource {
    var command = ChildCommand("/bin/sh", ["-c", line])
    command.environment = Self.environment(job, limits)
    command.grace = limits.grace
    command.drain = limits.drain
    return Work(command, limits, on: loop, done: done)
  }

  private static func environment(_ job: SourceJob, _ limits: SourceLimits) -> [String: String] {
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

  private final class Work: RunningSource {
    private let done: (SourceOutcome) -> Void
    private let limits: SourceLimits
    private var rows: LineCollector
    private var errors: ErrorTail
    /// The loop keeps it until its end.
    private weak var child: ChildProcess?
    private var isStopped = false

    init(
      _ command: ChildCommand, _ limits: SourceLimits, on loop: EventLoop,
      done: @escaping (SourceOutcome) -> Void
    ) {
      self.done = done
      self.limits = limits
      rows = LineCollector(maxRows: limits.rows, maxRowBytes: limits.rowBytes)
      errors = ErrorTail(maxCharacters: limits.errorCharacters)
      do {
        let child = try ChildProcess(command, on: loop) { [self] stream, bytes in
          switch stream {
          case .output: rows.append(bytes)
          case .error: errors.append(bytes)
          }
        } ended: { [self] end in
          done(isStopped ? .cancelled : outcome(end))
        }
        self.child = child
      } catch {
        loop.atTurnEnd { [self] in
          done(isStopped ? .cancelled : CommandFailure.spawn(error))
        }
      }
    }

    func stop() {
      isStopped = true
      child?.terminate()
    }

    private func outcome(_ end: ChildEnd) -> SourceOutcome {
      switch end.way {
      case .exited(0):
        if let error = end.readError { return CommandFailure.output(error) }
        let kept = rows.finish()
        return .ok(SourceCatch(kept.rows.map { SourceRow($0) }, truncated: kept.truncated))
      case .exited(let status): return CommandFailure.exit(status, said: errors.text)
      case .signalled(let number): return CommandFailure.signal(number, said: errors.text)
      }
    }
  }
}
