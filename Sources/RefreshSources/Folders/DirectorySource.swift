import RefreshLoop

/// A folder that text files are dropped into: each file that has come since the last run brings its text once.
public struct DirectorySource: RefreshSource {
  private let spec: DirectorySpec
  private let limits: SourceLimits

  /// A source that takes each file once.
  public init(_ spec: DirectorySpec, limits: SourceLimits = SourceLimits()) {
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
      var reader = DroppedFiles(spec, limits, isStopped)
      return reader.run(since: job.cursor)
    }
  }
}
