import Testing

@testable import RefreshServer

@Suite struct ScheduleTests {
  private static let minute = 60_000

  @Test func `A span is read as people write it, and what is none is refused`() {
    #expect(DaySpan("22:30-07:00") == DaySpan(from: 1_350, to: 420))
    #expect(DaySpan("0:00-6:05") == DaySpan(from: 0, to: 365))
    #expect(DaySpan("20:00-24:00") == DaySpan(from: 1_200, to: 0))
    for text in [
      "", "22:00", "22:00-", "-07:00", "22-07", "22:00-25:00", "22:60-23:00", "22:00-22:00", "0:00-24:00",
      "22:00-07:00-08:00", "+2:00-3:00", "22:0-23:00", "١:00-2:00", "24:01-1:00",
    ] {
      #expect(DaySpan(text) == nil, "\(text)")
    }
  }

  @Test func `Quiet hours pass midnight, end exactly, and go on where another span has begun`() {
    var schedule = Schedule(every: 1, quiet: [DaySpan("22:00-07:00")!])
    #expect(schedule.quietTime(from: (21 * 60 + 59) * Self.minute + 59_999) == 0)
    #expect(schedule.quietTime(from: 22 * 60 * Self.minute) == 9 * 60 * Self.minute)
    #expect(schedule.quietTime(from: 0) == 7 * 60 * Self.minute)
    #expect(schedule.quietTime(from: 7 * 60 * Self.minute - 1) == 1)
    #expect(schedule.quietTime(from: 7 * 60 * Self.minute) == 0)
    schedule.quiet += [DaySpan("06:00-08:00")!, DaySpan("12:00-13:00")!]
    #expect(schedule.quietTime(from: 22 * 60 * Self.minute) == 10 * 60 * Self.minute)
    #expect(schedule.quietTime(from: 12 * 60 * Self.minute + 1) == 60 * Self.minute - 1)
    #expect(!schedule.isAlwaysQuiet)
  }

  @Test func `A schedule that is quiet all day says so`() {
    let halves = [DaySpan("00:00-12:00")!, DaySpan("12:00-24:00")!]
    #expect(Schedule(every: 1, quiet: halves).isAlwaysQuiet)
    #expect(Schedule(every: 1, quiet: halves.reversed()).quietTime(from: 43_200_000) == nil)
    #expect(!Schedule(every: 1, quiet: [DaySpan("00:01-00:00")!]).isAlwaysQuiet)
    #expect(!Schedule(every: 1).isAlwaysQuiet)
  }
}
