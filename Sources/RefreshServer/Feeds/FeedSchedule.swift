import RefreshEngine
import RefreshLoop
import RefreshStore
import RefreshWire

/// Begins a feed's refreshes that nobody asks for.
///
/// There is one timer, set anew when a run ends: so nothing piles up, however long a run takes or the process stands
/// still.
final class FeedSchedule {
  /// How long it waits where it cannot begin for a reason that has no time of its own, in milliseconds.
  private static let pause = 10_000

  private let schedule: Schedule
  private let feed: FeedName
  private let house: House
  private var failures = ScheduledFailures()
  private var clock: ScheduleClock
  private let timer: LoopTimer
  private var isStopped = false
  private var hasWarned = false
  /// How many watch.
  var watching: () -> Int = { 0 }
  /// Begins a refresh.
  var begin: (_ edge: Edge?) -> RefreshAnswer = { _ in .refused(why: .noPolicy, retryAfter: nil) }

  init(_ schedule: Schedule, of feed: FeedName, refreshedAt: Int64?, house: House) {
    self.schedule = schedule
    self.feed = feed
    self.house = house
    let rested = refreshedAt.map { Int(clamping: house.wall - $0) }
    clock = ScheduleClock(schedule, rested: rested, jitter: schedule.someJitter, at: house.loop.now)
    timer = LoopTimer(on: house.loop)
    timer.job = { [unowned self] in look() }
    timer.start(after: max(0, (clock.due ?? 0) - house.loop.now))
  }

  /// The edge that it is told to refresh.
  var edge: Edge? { schedule.edge }

  /// How many of its refreshes have failed in a row.
  var failed: Int { failures.count }

  /// When the next refresh begins by itself, in milliseconds since 1970: told to people, never decides anything.
  /// - Parameter cooldown: how long nothing may begin yet, in milliseconds.
  func next(after cooldown: Milliseconds) -> Int64? {
    guard !isStopped, !hasWarned else { return nil }
    let now = house.loop.now
    let next = clock.next(timeOfDay: House.timeOfDay, watching: watching(), cooldown: cooldown, at: now)
    return next.map { house.wall + Int64($0 - now) }
  }

  /// A run has begun, whoever caused it.
  func runBegan() {
    hasWarned = false
    clock.runBegan()
    timer.stop()
  }

  /// The run has ended.
  /// - Parameter isOfItsSource: whether it asked the source that the schedule asks: another one's success says nothing.
  /// - Returns: what is told of it.
  func runEnded(_ end: RunEnd, isOfItsSource: Bool) -> RunNote {
    let note = isOfItsSource ? failures.ended(end, wait: schedule.wait) : RunNote()
    goOn()
    return note
  }

  /// A run that was queued will not begin.
  func runDropped() { goOn() }

  private func goOn() {
    let now = house.now
    clock.runEnded(failures: failures.count, jitter: schedule.someJitter, at: now)
    setTimer(max(0, (clock.due ?? now) - now))
  }

  /// Somebody began to watch: what waits for that begins when the turn's work is done.
  func somebodyCame() {
    guard schedule.onlyWatched, let due = clock.due, due <= house.loop.now else { return }
    setTimer(0)
  }

  /// Nothing begins any more.
  func stop() {
    isStopped = true
    timer.stop()
  }

  private func setTimer(_ delay: Milliseconds) {
    if !isStopped { timer.start(after: delay) }
  }

  private func look() {
    let now = house.now
    switch clock.step(timeOfDay: House.timeOfDay, watching: watching(), at: now) {
    case .nothing: break
    case .wait(let delay): setTimer(delay)
    case .begin: began(begin(schedule.edge), at: now)
    }
  }

  private func began(_ answer: RefreshAnswer, at now: Milliseconds) {
    // A run that begins, or will, says so itself.
    guard case .refused(let why, let retryAfter) = answer else { return }
    if why == .noPolicy, !hasWarned {
      hasWarned = true
      house.log.warning(
        "feed \(feed.text): its schedule has nothing to begin, because its edge has no policy; give the feed one at that edge, or the schedule another edge",
        LogSubject(feed: feed.text))
    }
    let wait = retryAfter ?? Self.pause
    clock.refused(for: wait, at: now)
    setTimer(wait)
  }
}

extension Schedule {
  fileprivate var someJitter: Int { Int.random(in: 0...max(0, jitter)) }
}
