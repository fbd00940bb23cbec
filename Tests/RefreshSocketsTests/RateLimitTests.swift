import Testing

@testable import RefreshSockets

@Suite struct RateLimitTests {
  /// How many units can be taken at one instant.
  private func available(_ limit: RateLimit, _ account: inout Int, at now: Int, spare: Int = 0) -> Int {
    var count = 0
    while count < 100_000, limit.take(from: &account, at: now, spare: spare) { count += 1 }
    return count
  }

  @Test func `after a rest there is a burst, then the rate`() {
    let limit = RateLimit(250, burst: 1_000)
    var account = RateLimit.fresh
    #expect(available(limit, &account, at: 1_000_000) == 1_000)
    #expect(available(limit, &account, at: 1_000_003) == 0)
    #expect(limit.wait(account, at: 1_000_003) == 1)
    #expect(available(limit, &account, at: 1_000_004) == 1)
    #expect(available(limit, &account, at: 1_001_004) == 250)
    // However long the rest, there is no more than one burst.
    #expect(available(limit, &account, at: 9_000_000) == 1_000)
  }

  @Test func `who comes just after the machine started has a whole burst`() {
    var account = RateLimit.fresh
    #expect(available(RateLimit(10, burst: 600), &account, at: 2_000) == 600)
  }

  @Test func `a steady flow at the rate passes for ever`() {
    let limit = RateLimit(250, burst: 1)
    var account = RateLimit.fresh
    #expect((1...100_000).allSatisfy { limit.take(from: &account, at: $0 * 4) })
    #expect(!limit.take(from: &account, at: 400_003))
  }

  @Test func `what is not there is not taken, and costs nothing`() {
    let limit = RateLimit(1_000, burst: 100)
    var account = RateLimit.fresh
    #expect(!limit.take(101, from: &account, at: 50_000))
    #expect(limit.take(100, from: &account, at: 50_000))
    #expect(!limit.isRested(account, at: 50_099))
    #expect(limit.isRested(account, at: 50_100))
  }

  @Test func `time that was missed gathers beyond the burst`() {
    let limit = RateLimit(100, burst: 10)
    var account = RateLimit.fresh
    #expect(available(limit, &account, at: 10_000) == 10)
    #expect(available(limit, &account, at: 70_000, spare: 60_000) == 6_000)
  }

  @Test func `no bound is none`() {
    var account = RateLimit.fresh
    #expect(available(.none, &account, at: 1) == 100_000)
    #expect(RateLimit.none.isRested(account, at: 1))
  }

  @Test func `a bound may be by the minute`() {
    let limit = RateLimit(6, burst: 2, per: 60_000)
    var account = RateLimit.fresh
    #expect(available(limit, &account, at: 100_000) == 2)
    #expect(available(limit, &account, at: 109_999) == 0)
    #expect(available(limit, &account, at: 110_000) == 1)
  }
}
