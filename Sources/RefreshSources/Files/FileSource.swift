import RefreshLoop

/// A text file that grows: each line that was added since the last run is a row, also where the file was rotated or
/// emptied in between.
public struct FileSource: RefreshSource {
  private let spec: FileSpec
  private let limits: SourceLimits

  /// A source that reads on where it was.
  public init(_ spec: FileSpec, limits: SourceLimits = SourceLimits()) {
    self.spec = spec
    self.limits = limits
  }

  /// Begins to read, beside the loop.
  public func start(
    _ job: SourceJob, on loop: EventLoop, progress: @escaping (Double) -> Void,
    done: @escaping (SourceOutcome) -> Void
  ) -> any RunningSource {
    let (spec, limits) = (spec, limits)
    return WorkRun(on: loop, done: done) { isStopped in
      var follower = FileFollower(spec, limits, isStopped)
      return follower.run(since: job.cursor)
    }
  }
}
