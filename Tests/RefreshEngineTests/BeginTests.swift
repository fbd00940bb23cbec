import RefreshEngine
import Testing

/// What a begin is answered: started, joined, queued or refused, and never nothing.
@Suite struct BeginTests {
  @Test func `an idle feed starts, a refreshing one is joined`() {
    var feed = FeedEngine(.plain())
    let (first, actions) = feed.begin(at: 10)
    #expect(first == .started(1))
    #expect(actions == [.start(.request(1), deadline: 30_010), .stateChanged])
    #expect(feed.phase == .refreshing(.request(1), began: 10, progress: nil))
    let (second, more) = feed.refresh(edge: .bottom, cause: .schedule, by: Author(), key: nil, at: 20)
    #expect(second == .joined(1))
    #expect(more == [])
    #expect(feed.nextRun == 2)
  }

  @Test func `an edge without a policy is refused`() {
    var feed = FeedEngine(policy: FeedPolicy(bottom: .plain()), nextRun: 1, runLimit: 9, last: nil)
    let (answer, actions) = feed.begin(at: 0)
    #expect(answer == .refused(why: .noPolicy, retryAfter: nil))
    #expect(actions == [])
    #expect(feed.nextWake == nil)
  }

  @Test func `a settling feed queues one run, which later begins join and which starts after the settle`() {
    var feed = FeedEngine(.plain())
    _ = feed.begin(at: 0)
    _ = feed.cancel(run: 1, at: 100)
    let anna = Author(client: ClientID("a"), name: "Anna")
    let (queued, actions) = feed.refresh(edge: .bottom, cause: .schedule, by: anna, key: nil, at: 200)
    #expect(queued == .queued(2))
    #expect(actions == [])
    #expect(feed.begin(at: 250) == (.joined(2), []))
    #expect(feed.nextWake == 400)
    #expect(feed.wake(at: 400) == [.stateChanged])
    #expect(feed.phase == .idle)
    #expect(feed.nextWake == 400)
    let run = Run(id: 2, edge: .bottom, cause: .schedule, by: anna)
    #expect(feed.wake(at: 400) == [.start(run, deadline: 30_400), .stateChanged])
    #expect(feed.phase == .refreshing(run, began: 400, progress: nil))
    #expect(feed.begin(at: 410) == (.joined(2), []))
  }

  @Test func `a queued run that is cancelled never starts, and its number is not used again`() {
    var feed = FeedEngine(.plain())
    _ = feed.begin(at: 0)
    _ = feed.cancel(run: 1, at: 100)
    #expect(feed.begin(at: 200).0 == .queued(2))
    #expect(feed.cancel(run: 2, at: 250) == (.cancelled, []))
    #expect(feed.cancel(run: 2, at: 250) == (.refused(.ended), []))
    #expect(feed.wake(at: 400) == [.stateChanged])
    #expect(feed.nextWake == nil)
    #expect(feed.begin(at: 500).0 == .started(3))
  }

  @Test func `a queued run waits for the cooldown too, and can be joined and cancelled meanwhile`() {
    var feed = FeedEngine(.plain { $0.cooldown = 5_000 })
    _ = feed.begin(at: 0)
    _ = feed.cancel(run: 1, at: 100)
    #expect(feed.begin(at: 200).0 == .queued(2))
    #expect(feed.wake(at: 400) == [.stateChanged])
    #expect(feed.phase == .idle)
    #expect(feed.begin(at: 500) == (.joined(2), []))
    #expect(feed.nextWake == 5_100)
    var other = feed
    #expect(feed.wake(at: 5_100) == [.start(.request(2), deadline: 35_100), .stateChanged])
    #expect(other.cancel(run: 2, at: 600) == (.cancelled, []))
    #expect(other.begin(at: 700).0 == .refused(why: .cooldown, retryAfter: 4_400))
    #expect(other.begin(at: 5_100).0 == .started(3))
  }

  @Test func `a pull that reaches while a queued run waits for the cooldown is told the time to wait`() throws
  {
    var drag = Drag(FeedPolicy(top: .plain { $0.cooldown = 5_000 }))
    _ = drag.engine.begin(at: 0)
    _ = drag.engine.cancel(run: 1, at: 100)
    #expect(drag.engine.begin(at: 200).0 == .queued(2))
    _ = drag.engine.wake(at: 400)
    _ = try drag.send(.down, 0, at: 1_000)
    #expect(
      try drag.send(.move, 500, at: 1_100) == [
        .pull(
          drag.client,
          PullReport(
            n: 2, phase: .rejected, edge: .top, why: .cooldown, retryAfter: 4_000,
            settle: Settle(from: 150, to: 0, duration: 300)))
      ])
  }

  @Test func `within the cooldown a begin is refused with the time to wait, to the millisecond`() {
    var feed = FeedEngine(.plain { $0.cooldown = 5_000 })
    _ = feed.begin(at: 0)
    _ = feed.cancel(run: 1, at: 100)
    _ = feed.wake(at: 400)
    #expect(feed.begin(at: 400) == (.refused(why: .cooldown, retryAfter: 4_700), []))
    #expect(feed.begin(at: 5_099).0 == .refused(why: .cooldown, retryAfter: 1))
    #expect(feed.begin(at: 5_100).0 == .started(2))
  }

  @Test func `how long the cooldown lasts is known from the run's end until it is over`() {
    var feed = FeedEngine(.plain { $0.cooldown = 5_000 })
    #expect(feed.cooldown(at: 0) == nil)
    _ = feed.begin(at: 0)
    #expect(feed.cooldown(at: 50) == nil)
    _ = feed.cancel(run: 1, at: 100)
    #expect(feed.cooldown(at: 100) == 5_000)
    _ = feed.wake(at: 400)
    #expect(feed.cooldown(at: 400) == 4_700)
    #expect(feed.cooldown(at: 5_099) == 1)
    #expect(feed.cooldown(at: 5_100) == nil)
    #expect(feed.begin(at: 5_100).0 == .started(2))
    #expect(feed.cooldown(at: 5_100) == nil)
    _ = feed.cancel(run: 2, at: 6_000)
    #expect(feed.begin(at: 6_100).0 == .queued(3))
    _ = feed.wake(at: 6_300)
    #expect(feed.cooldown(at: 7_000) == 4_000)
    var eager = FeedEngine(.plain())
    _ = eager.begin(at: 0)
    _ = eager.cancel(run: 1, at: 100)
    #expect(eager.cooldown(at: 100) == nil)
  }

  @Test func `a run needs a number that is durably reserved`() {
    var feed = FeedEngine(policy: FeedPolicy(top: .plain()), nextRun: 7, runLimit: 7, last: nil)
    #expect(feed.begin(key: "k", at: 0) == (.refused(why: .storage, retryAfter: nil), []))
    feed.reserved(runLimit: 8)
    feed.reserved(runLimit: 3)
    #expect(feed.begin(key: "k", at: 1).0 == .started(7))
    _ = feed.cancel(run: 7, at: 2)
    #expect(feed.begin(at: 3).0 == .refused(why: .storage, retryAfter: nil))
    #expect(feed.nextRun == 8)
  }

  @Test func `a pull without a reserved number is rejected, why storage`() throws {
    var drag = Drag(FeedPolicy(top: .plain()))
    drag.engine = FeedEngine(policy: FeedPolicy(top: .plain()), nextRun: 1, runLimit: 1, last: nil)
    _ = drag.engine.join(drag.client, name: nil, at: 0)
    _ = try drag.send(.down, 0, at: 10)
    #expect(
      try drag.send(.move, 500, at: 20) == [
        .pull(
          drag.client,
          PullReport(
            n: 2, phase: .rejected, edge: .top, why: .storage, settle: Settle(from: 150, to: 0, duration: 300)
          ))
      ])
    #expect(drag.engine.phase == .idle)
  }
}
