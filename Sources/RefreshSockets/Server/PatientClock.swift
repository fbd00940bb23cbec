/// The time that is held against peers, in milliseconds.
///
/// It goes with the loop's clock, but at most one period from one tick to the next: while the loop is blocked, or the
/// process or its machine is stopped, nothing of what peers do can be seen, so that time counts against nobody.
struct PatientClock {
  private(set) var period: Int
  private var tickedAt: Int
  private var timeThen = 1
  private var missedThen = 0

  init(period: Int, now: Int) {
    self.period = period
    tickedAt = now
  }

  /// Is ticked in another period from now on.
  mutating func change(period: Int, at now: Int) {
    tick(at: now)
    self.period = period
  }

  /// The time now; it never goes back.
  func time(at now: Int) -> Int { timeThen + min(now - tickedAt, period) }

  /// How much time was lately not counted. It shrinks as fast as time goes on, since what peers did meanwhile comes in
  /// all at once, and then no more.
  func missed(at now: Int) -> Int { missedThen + max(0, now - tickedAt - period) }

  /// To be called once each period.
  mutating func tick(at now: Int) {
    timeThen = time(at: now)
    missedThen = max(0, missed(at: now) - period)
    tickedAt = now
  }
}
