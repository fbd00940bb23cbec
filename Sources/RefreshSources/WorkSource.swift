import RefreshLoop

/// A source whose work, such as reading files, is done beside the loop.
struct WorkSource: RefreshSource {
  /// Works on another thread, from where the last run has said that it goes on; asks again and again whether it is to end.
  typealias Work = @Sendable (_ cursor: String?, _ asks: WorkAsks) -> SourceOutcome

  private let work: Work

  init(_ work: @escaping Work) { self.work = work }

  func start(
    _ job: SourceJob, on loop: EventLoop, progress: @escaping (Double) -> Void,
    done: @escaping (SourceOutcome) -> Void
  ) -> any RunningSource {
    WorkRun(work, job, on: loop, done: done)
  }
}

/// What such a source asks again and again.
struct WorkAsks {
  /// How much of a run's time is left for what follows the last look, which on a slow file system takes a while: a fifth.
  private static let rest = 5

  /// Whether nobody wants what it brings.
  var isStopped: () -> Bool = { false }
  /// Whether it is to bring what it has by now, and leave what follows to the next run.
  var isLate: () -> Bool = { false }

  init() {}

  fileprivate init(_ work: LoopWork, until end: SuspendingClock.Instant?) {
    isStopped = { work.isStopped }
    if let end { isLate = { SuspendingClock.now >= end } }
  }

  /// When a job that begins now begins to be late.
  static func end(of job: SourceJob, at now: SuspendingClock.Instant = .now) -> SuspendingClock.Instant? {
    job.timeLeft.map { now + .milliseconds($0 - $0 / rest) }
  }
}

/// Such a source at work.
private final class WorkRun: RunningSource {
  private var work: LoopWork?
  private var isStopped = false

  init(
    _ begin: @escaping WorkSource.Work, _ job: SourceJob, on loop: EventLoop,
    done: @escaping (SourceOutcome) -> Void
  ) {
    let end = WorkAsks.end(of: job)
    work = LoopWork.start(on: loop) { work in
      begin(job.cursor, WorkAsks(work, until: end))
    } done: { [self] outcome in
      work = nil
      done(isStopped ? .cancelled : outcome ?? .cancelled)
    }
  }

  func stop() {
    guard let work else { return }
    isStopped = true
    work.stop()
  }
}
