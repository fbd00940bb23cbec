import RefreshEngine

/// What one feed has done since the server began.
final class FeedCounts {
  /// How many gestures came into each phase.
  private(set) var pulls = [Int](repeating: 0, count: GesturePhase.allCases.count)
  private(set) var runsStarted: [Cause: Int] = [:]
  private(set) var runsEnded: [RunOutcome: Int] = [:]
  /// Rows that runs have brought.
  private(set) var rowsOfRuns = 0
  /// Rows that came by HTTP.
  private(set) var rowsAppended = 0
  /// When the run under way began.
  private var began: UInt64 = 0

  func pulled(_ phase: GesturePhase) { pulls[Self.place(phase)] += 1 }

  func started(_ cause: Cause) {
    runsStarted[cause, default: 0] += 1
    began = Metrics.now
  }

  /// - Returns: how long the run took, in seconds.
  func ended(_ end: RunEnd) -> Double {
    runsEnded[end.outcome, default: 0] += 1
    rowsOfRuns += end.outcome == .ok ? end.rows : 0
    return Metrics.seconds(since: began)
  }

  func appended(_ rows: Int) { rowsAppended += rows }

  func count(_ phase: GesturePhase) -> Int { pulls[Self.place(phase)] }

  private static func place(_ phase: GesturePhase) -> Int {
    switch phase {
    case .tracking: 0
    case .pulling: 1
    case .armed: 2
    case .triggered: 3
    case .joined: 4
    case .rejected: 5
    case .released: 6
    case .cancelled: 7
    }
  }
}
