/// The clock and the chance that a client goes by; tests bring their own.
public struct ClientTime: Sendable {
  /// The time since any fixed instant, on a clock that never goes back.
  public var now: @Sendable () -> Duration
  /// Waits for a duration, or until the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// A number between 0 and 1, all alike likely.
  public var random: @Sendable () -> Double

  /// A time with its own clock and chance.
  public init(
    now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
    random: @escaping @Sendable () -> Double
  ) {
    self.now = now
    self.sleep = sleep
    self.random = random
  }

  /// The system's clock, which goes on while the machine sleeps, and the system's chance.
  public static var system: ClientTime {
    let start = ContinuousClock.now
    return ClientTime(
      now: { start.duration(to: .now) }, sleep: { try await Task.sleep(for: $0) },
      random: { Double.random(in: 0...1) })
  }
}
