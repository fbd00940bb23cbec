/// Why a begin is refused.
public enum RefusalReason: String, Sendable, CaseIterable {
  /// The cooldown after the last run has not passed.
  case cooldown
  /// The edge has no policy.
  case noPolicy = "no-policy"
  /// No run number is durably reserved: the store does not answer, or cannot write.
  case storage
}

/// The answer to a begin.
public enum RefreshAnswer: Equatable, Sendable {
  /// The run starts with this begin.
  case started(RunID)
  /// A run that is already refreshing, or already queued, is this begin's too.
  case joined(RunID)
  /// The feed is settling: the run starts afterwards.
  case queued(RunID)
  /// Nothing begins; with `cooldown`, `retryAfter` is the time to wait.
  case refused(why: RefusalReason, retryAfter: Milliseconds?)
}

/// Why a cancel is refused.
public enum CancelRefusal: String, Sendable, CaseIterable {
  /// The rows are being stored: only the store's answer counts now.
  case committing
  /// The run is neither current nor queued.
  case ended
}

/// The answer to a cancel.
public enum CancelAnswer: Equatable, Sendable {
  /// The run has ended as cancelled, or left the queue without a start.
  case cancelled
  /// Nothing changes.
  case refused(CancelRefusal)
}
