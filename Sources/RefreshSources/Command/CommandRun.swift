import RefreshLoop

/// A command at work.
final class CommandRun: RunningSource {
  private let progress: (Double) -> Void
  private let done: (SourceOutcome) -> Void
  private let directory: String?
  private var rows: LineCollector
  private var errors: ErrorTail
  private var title: String?
  /// The loop keeps it until its end.
  private weak var child: ChildProcess?
  private var isStopped = false

  init(
    _ command: ChildCommand, _ limits: SourceLimits, on loop: EventLoop,
    progress: @escaping (Double) -> Void, done: @escaping (SourceOutcome) -> Void
  ) {
    self.progress = progress
    self.done = done
    directory = command.directory
    rows = LineCollector(maxRows: limits.rows, maxRowBytes: limits.rowBytes, mark: CommandWord.mark)
    errors = ErrorTail(maxCharacters: limits.errorCharacters)
    rows.ask = { [unowned self] in take($0) }
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
        done(isStopped ? .cancelled : CommandFailure.spawn(error, in: directory))
      }
    }
  }

  func stop() {
    isStopped = true
    child?.terminate()
  }

  /// A line that may be a word about the run.
  private func take(_ line: [UInt8]) -> LineCollector.Use {
    switch CommandWord(line) {
    case .progress(let fraction):
      if !isStopped { progress(fraction) }
      return .nothing
    case .title(let text):
      title = text
      return .nothing
    case .remark: return .nothing
    case .row(let count): return .row(dropping: count)
    case nil: return .row(dropping: 0)
    }
  }

  private func outcome(_ end: ChildEnd) -> SourceOutcome {
    switch end.way {
    case .exited(0):
      if let error = end.readError { return CommandFailure.output(error) }
      let kept = rows.finish()
      return .ok(SourceCatch(kept.rows.map { SourceRow($0) }, truncated: kept.truncated, title: title))
    case .exited(let status): return CommandFailure.exit(status, said: errors.text)
    case .signalled(let number): return CommandFailure.signal(number, said: errors.text)
    }
  }
}
