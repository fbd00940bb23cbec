import RefreshLoop

/// A source whose work, such as reading files, is done beside the loop.
struct WorkSource: RefreshSource {
  /// Works on another thread, from where the last run has said that it goes on; asks again and again whether it is to end.
  typealias Work = @Sendable (_ cursor: String?, _ isStopped: @escaping () -> Bool) -> SourceOutcome

  private let work: Work

  init(_ work: @escaping Work) { self.work = work }

  func start(
    _ job: SourceJob, on loop: EventLoop, progress: @escaping (Double) -> Void,
    done: @escaping (SourceOutcome) -> Void
  ) -> any RunningSource {
    WorkRun(work, since: job.cursor, on: loop, done: done)
  }
}

/// Such a source at work.
private final class WorkRun: RunningSource {
  private var work: LoopWork?
  private var isStopped = false

  init(
    _ job: @escaping WorkSource.Work, since cursor: String?, on loop: EventLoop,
    done: @escaping (SourceOutcome) -> Void
  ) {
    work = LoopWork.start(on: loop) { work in
      job(cursor) { work.isStopped }
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
