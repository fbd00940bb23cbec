import RefreshLoop

/// The demo: after the job's work time, one row "Line N" with the number that follows the feed's last row's.
public struct LinesSource: RefreshSource {
  /// The demo's source.
  public init() {}

  /// Begins to wait out the work time.
  public func start(
    _ job: SourceJob, on loop: EventLoop, progress: @escaping (Double) -> Void,
    done: @escaping (SourceOutcome) -> Void
  ) -> any RunningSource {
    Work(job, on: loop, done: done)
  }

  private final class Work: RunningSource {
    private let loop: EventLoop
    private var timer: LoopTimer?
    /// Taken by whoever ends the work first.
    private var done: ((SourceOutcome) -> Void)?

    init(_ job: SourceJob, on loop: EventLoop, done: @escaping (SourceOutcome) -> Void) {
      self.loop = loop
      self.done = done
      // The timer keeps the work until its end, so that the caller need not.
      timer = LoopTimer(on: loop) { [self] in
        finish(.ok(SourceCatch([SourceRow("Line \(job.lastSeq + 1)")])))
      }
      timer?.start(after: job.workTime)
    }

    func stop() {
      guard timer != nil else { return }
      timer = nil
      loop.atTurnEnd { [self] in finish(.cancelled) }
    }

    private func finish(_ outcome: SourceOutcome) {
      timer = nil
      let done = self.done
      self.done = nil
      done?(outcome)
    }
  }
}
