import Glibc
import RefreshLoop

/// What a server answers: it is asked by HTTP, and its answer read as rows.
///
/// It is asked whether anything has changed since last time, by what it said of that then; an answer that nothing has
/// is no row. It remembers for its later runs where its server was.
public final class HTTPSource: RefreshSource {
  private let spec: HTTPSpec
  private let limits: SourceLimits
  private let reach: HTTPReach
  private let environment: (String) -> String?

  /// A source that asks once for each run.
  public convenience init(_ spec: HTTPSpec, limits: SourceLimits = SourceLimits()) {
    self.init(spec, limits: limits) { name in getenv(name).map { String(cString: $0) } }
  }

  /// - Parameters:
  ///   - isInside: which addresses are this machine's or its network's.
  ///   - environment: looks up a variable.
  init(
    _ spec: HTTPSpec, limits: SourceLimits, isInside: @escaping (HostAddress) -> Bool = \.isInside,
    environment: @escaping (String) -> String?
  ) {
    self.spec = spec
    self.limits = limits
    reach = HTTPReach(isInside)
    self.environment = environment
  }

  /// Sends the request.
  public func start(
    _ job: SourceJob, on loop: EventLoop, progress: @escaping (Double) -> Void,
    done: @escaping (SourceOutcome) -> Void
  ) -> any RunningSource {
    let run = HTTPRun(spec, job, limits, on: loop, environment, reach, progress: progress, done: done)
    run.begin()
    return run
  }
}
