import RefreshLoop

/// A source whose work is done beside the loop.
final class WorkRun: RunningSource {
  private var work: LoopWork?
  private var isStopped = false

  /// - Parameter job: runs on another thread; it asks again and again whether it is to end.
  init(
    on loop: EventLoop, done: @escaping (SourceOutcome) -> Void,
    _ job: @escaping @Sendable (_ isStopped: @escaping () -> Bool) -> SourceOutcome
  ) {
    work = LoopWork.start(on: loop) { work in
      job { work.isStopped }
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
