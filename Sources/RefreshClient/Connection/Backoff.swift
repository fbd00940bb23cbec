import RefreshWire

/// How long to wait before coming back: full jitter, so that clients that lost the server together do not return
/// together.
struct Backoff {
  private let settings: ClientSettings
  private var limit: Duration

  /// Nothing has failed yet.
  init(_ settings: ClientSettings) {
    self.settings = settings
    limit = settings.backoffBase
  }

  /// The wait after a connection, or an attempt at one, has ended; nil if there is no coming back.
  /// - Parameters:
  ///   - lasted: how long the connection was open.
  ///   - told: how long `bye` said to wait.
  ///   - chance: a number between 0 and 1.
  mutating func wait(code: UInt16, lasted: Duration, told: Duration?, chance: Double) -> Duration? {
    if lasted >= settings.stableAfter { limit = settings.backoffBase }
    switch Comeback(code: code) {
    case .never: return nil
    case .backOff:
      // The server is over its bound: even the luckiest waits half of the longest wait.
      limit = settings.backoffLimit
      return limit * (0.5 + chance / 2)
    case .afterBye:
      if let told { return told }
    case .jitter: break
    }
    let wait = limit * chance
    limit = min(limit * 2, settings.backoffLimit)
    return wait
  }
}
