extension RunMachine {
  /// A run that has begun, with the policy it keeps.
  struct Current: Equatable, Sendable {
    var run: Run
    var policy: EdgePolicy
    var began: Milliseconds
    var progress = Progress.unknown

    /// From when on its end may be shown.
    var visible: Milliseconds { began.later(by: policy.minimumVisible) }
  }

  /// How far the source says it has come, 0…1.
  enum Progress: Equatable, Sendable {
    /// It has not said.
    case unknown
    /// Everybody knows this value, since an instant.
    case shown(Double, at: Milliseconds)
    /// Newer than what everybody knows, and to be shown at an instant.
    case waiting(Double, until: Milliseconds)

    var value: Double? {
      switch self {
      case .unknown: nil
      case .shown(let value, _), .waiting(let value, _): value
      }
    }
  }

  /// What a source has brought.
  enum Brought: Equatable, Sendable {
    case rows(Int, truncated: Bool)
    case failure(RunFailure)
  }

  /// A run that starts when the one before it has settled and cooled down.
  struct Queued: Equatable, Sendable {
    var run: Run
    /// The policy at the begin that queued it; it counts if the edge has none any more at the start.
    var policy: EdgePolicy
  }

  /// What comes after a settle.
  enum Next: Equatable, Sendable {
    case nothing
    case run(Queued)
  }

  /// A run that has ended and is still to be seen.
  struct Settling: Equatable, Sendable {
    var end: RunEnd
    var settle: Settle
    var began: Milliseconds
    var ended: Milliseconds
    /// When the cooldown is over.
    var free: Milliseconds
    var next: Next

    /// When the displacement is back at 0.
    var until: Milliseconds { ended.later(by: settle.duration) }
  }

  enum State: Equatable, Sendable {
    /// No run; none may begin before the instant.
    case idle(free: Milliseconds)
    /// No run yet: the queued one starts at the instant.
    case waiting(Queued, until: Milliseconds)
    /// The source is at work.
    case running(Current, deadline: Milliseconds)
    /// The source has ended; the run shows until the instant.
    case holding(Current, Brought, until: Milliseconds)
    /// The rows are being stored; only the store's answer counts.
    case committing(Current, rows: Int, truncated: Bool)
    /// The run has ended; the displacement goes back to 0.
    case settling(Settling)
  }
}
