/// The time that is held against peers, in milliseconds.
///
/// It goes with the loop's clock, but at most one period from one tick to the next: while the loop is blocked, or the
/// process or its machine is stopped, nothing of what peers do can be seen, so that time counts against nobody.
struct PatientClock {
  let period: Int
  private var tickedAt: Int
  private var timeThen = 1

  init(period: Int, now: Int) {
    self.period = period
    tickedAt = now
  }

  /// The time now; it never goes back.
  func time(at now: Int) -> Int { timeThen + min(now - tickedAt, period) }

  /// To be called once each period.
  mutating func tick(at now: Int) {
    timeThen = time(at: now)
    tickedAt = now
  }
}
