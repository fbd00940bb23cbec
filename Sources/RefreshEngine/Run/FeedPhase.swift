/// What a feed's refresh is doing, as everybody sees it. Instants are those of the engine's clock.
public enum FeedPhase: Equatable, Sendable {
  /// Nothing refreshes.
  case idle
  /// The run has begun and not ended; `progress` is 0…1 if its source tells it.
  case refreshing(Run, began: Milliseconds, progress: Double?)
  /// The run has ended, and the displacement goes back from the edge's `rest` to 0.
  case settling(RunEnd, Settle, began: Milliseconds, ended: Milliseconds)
}
