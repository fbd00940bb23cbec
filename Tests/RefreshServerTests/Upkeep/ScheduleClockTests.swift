import Testing

@testable import RefreshServer

/// When a refresh begins by itself, with a clock that the test moves.
@Suite struct ScheduleClockTests {
  private let noon = 12 * 3_600_000

  private func clock(_ schedule: Schedule, rested: Int? = 0, jitter: Int = 0, at now: Int = 0)
    -> ScheduleClock
  {
    ScheduleClock(schedule, rested: rested, jitter: jitter, at: now)
  }

  @Test func `a run begins so long after the end of the last one, whoever began that`() {
    var clock = clock(Schedule(every: 100))
    #expect(clock.step(timeOfDay: noon, watching: 0, at: 0) == .wait(100))
    #expect(clock.step(timeOfDay: noon, watching: 0, at: 99) == .wait(1))
    #expect(clock.step(timeOfDay: noon, watching: 0, at: 100) == .begin)
    clock.runBegan()
    // However long it takes, nothing piles up.
    #expect(clock.step(timeOfDay: noon, watching: 0, at: 10_000) == .nothing)
    clock.runEnded(jitter: 7, at: 10_000)
    #expect(clock.step(timeOfDay: noon, watching: 0, at: 10_000) == .wait(107))
    clock.runBegan()
    clock.runEnded(jitter: 0, at: 10_050)
    #expect(clock.step(timeOfDay: noon, watching: 0, at: 10_107) == .wait(43))
    // After a standstill of an hour one begins, not all that would have.
    #expect(clock.step(timeOfDay: noon, watching: 0, at: 3_600_000) == .begin)
    clock.runBegan()
    clock.runEnded(jitter: 0, at: 3_600_001)
    #expect(clock.step(timeOfDay: noon, watching: 0, at: 3_600_002) == .wait(99))
  }

  @Test func `a start goes on where the last good refresh was, whatever was done to the wall clock`() {
    let schedule = Schedule(every: 100)
    #expect(clock(schedule, rested: nil, at: 5).due == 5)
    #expect(clock(schedule, rested: nil, jitter: 9, at: 5).due == 14)
    #expect(clock(schedule, rested: 30, at: 5).due == 75)
    #expect(clock(schedule, rested: 1_000_000, at: 5).due == 5)
    #expect(clock(schedule, rested: -1_000_000, at: 5).due == 105)
    #expect(clock(schedule, rested: .min, at: 5).due == 105)
  }

  @Test func `in quiet hours nothing begins, and what is due begins at their end`() {
    let schedule = Schedule(every: 100, quiet: [DaySpan("22:00-07:00")!])
    let clock = clock(schedule, rested: nil)
    let evening = 22 * 3_600_000
    #expect(clock.step(timeOfDay: evening - 1, watching: 0, at: 0) == .begin)
    #expect(clock.step(timeOfDay: evening, watching: 0, at: 0) == .wait(60_000))
    #expect(clock.step(timeOfDay: 0, watching: 0, at: 7_200_000) == .wait(60_000))
    #expect(clock.step(timeOfDay: 7 * 3_600_000 - 20, watching: 0, at: 32_399_980) == .wait(20))
    #expect(clock.step(timeOfDay: 7 * 3_600_000, watching: 0, at: 32_400_000) == .begin)
  }

  @Test func `quiet hours without an end never begin anything`() {
    let schedule = Schedule(every: 1, quiet: [DaySpan("00:00-12:00")!, DaySpan("12:00-24:00")!])
    #expect(clock(schedule, rested: nil).step(timeOfDay: noon, watching: 9, at: 99) == .wait(60_000))
  }

  @Test
  func `if it is told so it stands still while nobody watches, and what is due begins when somebody does`() {
    let clock = clock(Schedule(every: 100, onlyWatched: true))
    #expect(clock.step(timeOfDay: noon, watching: 0, at: 50) == .wait(50))
    #expect(clock.step(timeOfDay: noon, watching: 0, at: 100) == .nothing)
    #expect(clock.step(timeOfDay: noon, watching: 1, at: 7_000) == .begin)
  }

  @Test func `when the next one begins is told as far as anybody can tell`() {
    var clock = clock(Schedule(every: 100))
    #expect(clock.next(timeOfDay: noon, watching: 0, at: 30) == 100)
    #expect(clock.next(timeOfDay: noon, watching: 0, at: 130) == 130)
    clock.runBegan()
    #expect(clock.next(timeOfDay: noon, watching: 0, at: 140) == nil)
    clock.runEnded(failures: 3, jitter: 5, at: 200)
    #expect(clock.next(timeOfDay: noon, watching: 0, at: 200) == 605)
    #expect(clock.next(timeOfDay: noon, watching: 0, cooldown: 900, at: 200) == 1_100)
    #expect(clock.next(timeOfDay: noon, watching: 0, cooldown: 9, at: 200) == 605)
    let watched = self.clock(Schedule(every: 100, onlyWatched: true))
    #expect(watched.next(timeOfDay: noon, watching: 0, at: 50) == nil)
    #expect(watched.next(timeOfDay: noon, watching: 1, at: 50) == 100)
    #expect(watched.next(timeOfDay: noon, watching: 0, at: 100) == nil)
    #expect(watched.next(timeOfDay: noon, watching: 1, at: 100) == 100)
    let hour = 3_600_000
    let night = self.clock(Schedule(every: hour, quiet: [DaySpan("22:00-07:00")!]))
    #expect(night.next(timeOfDay: 20 * hour, watching: 0, at: 0) == hour)
    #expect(night.next(timeOfDay: 21 * hour, watching: 0, at: 0) == 10 * hour)
    #expect(night.next(timeOfDay: 23 * hour, watching: 0, at: 0) == 8 * hour)
    #expect(night.next(timeOfDay: 20 * hour, watching: 0, cooldown: 3 * hour, at: 0) == 11 * hour)
    let never = self.clock(Schedule(every: 1, quiet: [DaySpan("00:00-12:00")!, DaySpan("12:00-24:00")!]))
    #expect(never.next(timeOfDay: noon, watching: 9, at: 99) == nil)
  }

  @Test func `a refusal is waited out`() {
    var clock = clock(Schedule(every: 100), rested: nil)
    #expect(clock.step(timeOfDay: noon, watching: 0, at: 0) == .begin)
    clock.refused(for: 40, at: 0)
    #expect(clock.step(timeOfDay: noon, watching: 0, at: 1) == .wait(39))
    #expect(clock.step(timeOfDay: noon, watching: 0, at: 40) == .begin)
    clock.refused(for: 0, at: 40)
    #expect(clock.step(timeOfDay: noon, watching: 0, at: 40) == .wait(1))
  }
}
