import RefreshLoop

/// A query on another program's SQLite database: what it brings after the last key is rows. Nothing is written there.
public struct SQLiteSource: RefreshSource {
  private let spec: SQLiteSpec
  private let limits: SourceLimits

  /// A source that goes on after the last key.
  public init(_ spec: SQLiteSpec, limits: SourceLimits = SourceLimits()) {
    self.spec = spec
    self.limits = limits
  }

  /// Begins to ask, beside the loop.
  public func start(
    _ job: SourceJob, on loop: EventLoop, progress: @escaping (Double) -> Void,
    done: @escaping (SourceOutcome) -> Void
  ) -> any RunningSource {
    let (spec, limits) = (spec, limits)
    return WorkRun(on: loop, done: done) { isStopped in
      do throws(QueryError) {
        let database = try QueryDatabase(spec.path, isStopped)
        let query = try Query(spec.query, on: database)
        return .ok(try query.rows(after: job.cursor.flatMap(QueryKey.init(parsing:)) ?? .null, limits))
      } catch {
        return error.outcome
      }
    }
  }
}
