import RefreshEngine
import Testing

/// A run from its start to its one end.
@Suite struct RunTests {
  let settle = Settle(from: 60, to: 0, duration: 300)

  private func started(_ policy: EdgePolicy = .plain()) -> FeedEngine {
    var feed = FeedEngine(policy)
    _ = feed.begin(at: 0)
    return feed
  }

  @Test func `a refresh of 5 ms shows for minimumVisible before its rows are stored`() {
    var feed = started()
    #expect(feed.sourceEnded(run: 1, .ok(rows: 3, truncated: true), at: 5) == [])
    #expect(feed.phase == .refreshing(.request(1), began: 0, progress: nil))
    #expect(feed.nextWake == 300)
    #expect(feed.wake(at: 299) == [])
    #expect(feed.wake(at: 300) == [.commit(1)])
    #expect(feed.nextWake == nil)
    let end = RunEnd(run: .request(1), outcome: .ok, rows: 3, truncated: true)
    #expect(feed.committed(run: 1, rows: 3, at: 310) == [.ended(end), .stateChanged])
    #expect(feed.phase == .settling(end, settle, began: 0, ended: 310))
    #expect(feed.last == end)
    #expect(feed.wake(at: 609) == [])
    #expect(feed.wake(at: 610) == [.stateChanged])
    #expect(feed.phase == .idle)
    #expect(feed.last == end)
    #expect(feed.nextWake == nil)
  }

  @Test func `a source that ends just when minimumVisible has passed is not held`() {
    var feed = started()
    #expect(feed.sourceEnded(run: 1, .ok(rows: 1, truncated: false), at: 300) == [.commit(1)])
  }

  @Test func `a refresh of no rows is stored like any other`() {
    var feed = started()
    #expect(feed.sourceEnded(run: 1, .ok(rows: 0, truncated: false), at: 500) == [.commit(1)])
    let end = RunEnd(run: .request(1), outcome: .ok)
    #expect(feed.committed(run: 1, rows: 0, at: 501) == [.ended(end), .stateChanged])
  }

  @Test func `rows that the feed had already are not counted, and none are made up`() {
    for (stored, told) in [(3, 3), (2, 2), (0, 0), (7, 3), (-1, 0)] {
      var feed = started()
      _ = feed.sourceEnded(run: 1, .ok(rows: 3, truncated: true), at: 400)
      let end = RunEnd(run: .request(1), outcome: .ok, rows: told, truncated: true)
      #expect(feed.committed(run: 1, rows: stored, at: 401) == [.ended(end), .stateChanged])
      #expect(feed.last == end)
    }
  }

  @Test func `a failed refresh shows for minimumVisible too, and the next one starts`() {
    var feed = started()
    let failure = RunFailure(code: .exit, message: "exit status 3")
    #expect(feed.sourceEnded(run: 1, .failed(failure), at: 5) == [])
    let end = RunEnd(run: .request(1), outcome: .failed, error: failure)
    #expect(feed.wake(at: 300) == [.ended(end), .stateChanged])
    #expect(feed.phase == .settling(end, settle, began: 0, ended: 300))
    #expect(feed.wake(at: 600) == [.stateChanged])
    #expect(feed.begin(at: 600).0 == .started(2))
    #expect(feed.last == end)
  }

  @Test func `a cancelled refresh is stopped and ends at once, once`() {
    var feed = started()
    let end = RunEnd(run: .request(1), outcome: .cancelled)
    #expect(feed.cancel(run: 1, at: 5) == (.cancelled, [.stop(1), .ended(end), .stateChanged]))
    #expect(feed.phase == .settling(end, settle, began: 0, ended: 5))
    #expect(feed.cancel(run: 1, at: 6) == (.refused(.ended), []))
    #expect(feed.sourceEnded(run: 1, .cancelled, at: 7) == [])
    #expect(feed.droppedResults == 0)
    #expect(feed.sourceEnded(run: 1, .ok(rows: 1, truncated: false), at: 8) == [])
    #expect(feed.droppedResults == 1)
    #expect(feed.wake(at: 305) == [.stateChanged])
    #expect(feed.cancel(run: 1, at: 306) == (.refused(.ended), []))
  }

  @Test func `a source that was stopped by something else cancels its run`() {
    var feed = started()
    let end = RunEnd(run: .request(1), outcome: .cancelled)
    #expect(feed.sourceEnded(run: 1, .cancelled, at: 5) == [.ended(end), .stateChanged])
  }

  @Test func `a refresh whose source has ended is cancelled without a stop`() {
    var feed = started()
    _ = feed.sourceEnded(run: 1, .ok(rows: 1, truncated: false), at: 5)
    let end = RunEnd(run: .request(1), outcome: .cancelled)
    #expect(feed.cancel(run: 1, at: 6) == (.cancelled, [.ended(end), .stateChanged]))
  }

  @Test func `a refresh that has not finished by its deadline has failed, and the next one starts`() {
    var feed = started(.plain { $0.deadline = 1_000 })
    #expect(feed.nextWake == 1_000)
    let actions = feed.wake(at: 1_000)
    guard let end = feed.last, let error = end.error else {
      Issue.record("no failure")
      return
    }
    #expect(end == RunEnd(run: .request(1), outcome: .failed, error: error))
    #expect(error.code == .deadline)
    #expect(error.message.contains("after 1 s"))
    #expect(actions == [.stop(1), .ended(end), .stateChanged])
    #expect(feed.sourceEnded(run: 1, .ok(rows: 1, truncated: false), at: 1_001) == [])
    #expect(feed.droppedResults == 1)
    #expect(feed.wake(at: 1_300) == [.stateChanged])
    #expect(feed.begin(at: 1_300).0 == .started(2))
  }

  @Test func `the deadline is over once the source has ended, and the store may take its time`() {
    var feed = started(.plain { $0.deadline = 300 })
    _ = feed.sourceEnded(run: 1, .ok(rows: 1, truncated: false), at: 299)
    #expect(feed.wake(at: 300) == [.commit(1)])
    #expect(feed.wake(at: 100_000) == [])
    #expect(feed.cancel(run: 1, at: 100_000) == (.refused(.committing), []))
    #expect(feed.begin(at: 100_000).0 == .joined(1))
    let end = RunEnd(run: .request(1), outcome: .ok, rows: 1)
    #expect(feed.committed(run: 1, rows: 1, at: 100_001) == [.ended(end), .stateChanged])
  }

  @Test func `a failed commit makes the run failed`() {
    var feed = started()
    _ = feed.sourceEnded(run: 1, .ok(rows: 5, truncated: false), at: 400)
    let failure = RunFailure(code: .storage, message: "The disk is full.")
    let end = RunEnd(run: .request(1), outcome: .failed, error: failure)
    #expect(feed.commitFailed(run: 1, message: "The disk is full.", at: 401) == [.ended(end), .stateChanged])
    #expect(feed.committed(run: 1, rows: 1, at: 402) == [])
    #expect(feed.commitFailed(run: 1, message: "again", at: 402) == [])
    #expect(feed.last == end)
  }

  @Test func `ending twice, or while idle, ends nothing`() {
    var feed = started()
    #expect(feed.sourceEnded(run: 1, .ok(rows: 1, truncated: false), at: 400) == [.commit(1)])
    #expect(feed.sourceEnded(run: 1, .ok(rows: 1, truncated: false), at: 400) == [])
    #expect(feed.committed(run: 1, rows: 1, at: 410).count == 2)
    #expect(feed.committed(run: 1, rows: 1, at: 410) == [])
    _ = feed.wake(at: 710)
    #expect(feed.sourceEnded(run: 1, .failed(RunFailure(code: .parse, message: "")), at: 720) == [])
    #expect(feed.committed(run: 1, rows: 1, at: 720) == [])
    #expect(feed.droppedResults == 2)
    #expect(feed.phase == .idle)
  }

  @Test func `a result of an earlier run does not end the current one`() {
    var feed = started(.plain { $0.settle = 0 })
    _ = feed.cancel(run: 1, at: 5)
    _ = feed.wake(at: 5)
    #expect(feed.begin(at: 6).0 == .started(2))
    #expect(feed.sourceEnded(run: 1, .ok(rows: 1, truncated: false), at: 400) == [])
    #expect(feed.committed(run: 1, rows: 1, at: 400) == [])
    #expect(feed.progress(run: 1, 0.5, at: 400) == [])
    #expect(feed.cancel(run: 1, at: 400).0 == .refused(.ended))
    #expect(feed.phase == .refreshing(.request(2), began: 6, progress: nil))
    #expect(feed.droppedResults == 1)
  }

  @Test func `the time of an earlier run's settle does nothing to the next run`() {
    var feed = started()
    _ = feed.cancel(run: 1, at: 5)
    _ = feed.wake(at: 305)
    _ = feed.begin(at: 306)
    #expect(feed.wake(at: 306) == [])
    #expect(feed.phase == .refreshing(.request(2), began: 306, progress: nil))
  }

  @Test func `a settle of 0 ms is a phase of its own`() {
    var feed = started(.plain { $0.settle = 0 })
    let end = RunEnd(run: .request(1), outcome: .cancelled)
    #expect(feed.cancel(run: 1, at: 5).1.last == .stateChanged)
    #expect(feed.phase == .settling(end, Settle(from: 60, to: 0, duration: 0), began: 0, ended: 5))
    #expect(feed.nextWake == 5)
    #expect(feed.wake(at: 5) == [.stateChanged])
    #expect(feed.phase == .idle)
  }

  @Test func `progress moves the state at most every 100 ms, with the latest value`() {
    var feed = started()
    #expect(feed.progress(run: 1, 0.1, at: 10) == [.stateChanged])
    #expect(feed.progress(run: 1, 0.2, at: 20) == [])
    #expect(feed.progress(run: 1, 0.3, at: 30) == [])
    #expect(feed.nextWake == 110)
    #expect(feed.wake(at: 110) == [.stateChanged])
    #expect(feed.phase == .refreshing(.request(1), began: 0, progress: 0.3))
    #expect(feed.nextWake == 30_000)
    #expect(feed.progress(run: 1, 0.3, at: 500) == [])
    #expect(feed.progress(run: 1, .nan, at: 500) == [])
    #expect(feed.progress(run: 1, 7, at: 500) == [.stateChanged])
    #expect(feed.phase == .refreshing(.request(1), began: 0, progress: 1))
    #expect(feed.progress(run: 1, -7, at: 700) == [.stateChanged])
    #expect(feed.phase == .refreshing(.request(1), began: 0, progress: 0))
  }

  @Test func `a run keeps the policy it began with`() {
    var feed = started()
    let other = EdgePolicy.plain {
      $0.rest = 10
      $0.settle = 900
      $0.deadline = 400
    }
    #expect(feed.setPolicy(FeedPolicy(top: other), at: 10) == [])
    #expect(feed.nextWake == 30_000)
    _ = feed.cancel(run: 1, at: 500)
    #expect(
      feed.phase
        == .settling(RunEnd(run: .request(1), outcome: .cancelled), settle, began: 0, ended: 500))
  }

  @Test func `the last result of before the start is shown until the next run ends`() {
    let last = RunEnd(
      run: .request(6), outcome: .failed,
      error: RunFailure(code: .interrupted, message: "The server stopped."))
    var feed = FeedEngine(policy: FeedPolicy(top: .plain()), nextRun: 7, runLimit: 99, last: last)
    #expect(feed.phase == .idle)
    #expect(feed.last == last)
    #expect(feed.begin(at: 0).0 == .started(7))
    #expect(feed.last == last)
    _ = feed.cancel(run: 7, at: 1)
    #expect(feed.last == RunEnd(run: .request(7), outcome: .cancelled))
  }

  @Test func `no duration overflows, even at the end of the clock`() {
    let year = 31_536_000_000
    var feed = FeedEngine(
      .plain {
        $0.settle = year
        $0.minimumVisible = year
        $0.deadline = year
        $0.cooldown = year
      })
    let late = Milliseconds.max - 1_000
    #expect(feed.begin(at: late).1 == [.start(.request(1), deadline: .max), .stateChanged])
    #expect(feed.cancel(run: 1, at: late).0 == .cancelled)
    #expect(feed.nextWake == .max)
    #expect(feed.wake(at: late + 1) == [])
  }

  @Test func `a clock that goes back counts as standing still`() {
    var feed = started()
    _ = feed.cancel(run: 1, at: 1_000)
    #expect(feed.begin(at: 0).0 == .queued(2))
    #expect(feed.nextWake == 1_300)
  }
}
