import RefreshEngine

/// Notices that the loop stood still: the process was stopped, or one turn took very long. What clients did meanwhile
/// waits unread in their sockets, so their silence is no sign of anything.
struct Standstill {
  /// How long may pass from one look to the next without counting as one.
  private let limit: Milliseconds
  private var seen: Milliseconds

  /// - Parameter period: how long from one look to the next at most, while the loop does not stand still.
  init(period: Milliseconds, now: Milliseconds) {
    limit = max(500, 2 * period)
    seen = now
  }

  /// Looks at the clock.
  /// - Returns: since when the loop stood still, if it did.
  mutating func look(at now: Milliseconds) -> Milliseconds? {
    defer { seen = now }
    return now - seen > limit ? seen : nil
  }
}
