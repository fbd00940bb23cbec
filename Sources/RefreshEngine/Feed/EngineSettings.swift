/// The engine's own times and bounds, the same for all edges. Times are milliseconds.
///
/// What belongs to one edge is in its `EdgePolicy`. The values are the caller's to check: each is ≥ 0.
public struct EngineSettings: Equatable, Sendable {
  /// The shortest time between two presence broadcasts that show a change of the pulls.
  public var presenceInterval: Milliseconds
  /// The shortest time between two presence broadcasts that show only a change of those watching, and the longest that
  /// such a change waits. It is shown when nobody has come or gone for a tenth of this time.
  public var watchingInterval: Milliseconds
  /// How long a held gesture lives without a sample.
  public var lease: Milliseconds
  /// How long the answer to an idempotency key is remembered.
  public var keyLifetime: Milliseconds
  /// How many idempotency keys are remembered; beyond it the oldest are forgotten.
  public var keyLimit: Int
  /// The shortest time between two state broadcasts that show only progress.
  public var progressInterval: Milliseconds
  /// How many pulls a presence value lists.
  public var maxPulls: Int
  /// How many names a presence value lists.
  public var maxNames: Int

  /// Settings; each has the published default.
  public init(
    presenceInterval: Milliseconds = 33, watchingInterval: Milliseconds = 1_000, lease: Milliseconds = 15_000,
    keyLifetime: Milliseconds = 600_000, keyLimit: Int = 10_000, progressInterval: Milliseconds = 100,
    maxPulls: Int = 8, maxNames: Int = 32
  ) {
    self.presenceInterval = presenceInterval
    self.watchingInterval = watchingInterval
    self.lease = lease
    self.keyLifetime = keyLifetime
    self.keyLimit = keyLimit
    self.progressInterval = progressInterval
    self.maxPulls = maxPulls
    self.maxNames = maxNames
  }
}
