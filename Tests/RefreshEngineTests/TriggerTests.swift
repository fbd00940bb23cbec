import RefreshEngine
import Testing

@Suite struct TriggerTests {
  @Test func `reaching the threshold starts the run with the finger still down, once`() throws {
    var drag = Drag(FeedPolicy(top: EdgePolicy(preset: .overlay)))
    let run = Run(id: 1, edge: .top, cause: .pull, by: Author(client: drag.client, name: "Anna"))
    #expect(try drag.send(.down, 100, at: 0) == [.pull(drag.client, PullReport(n: 1, phase: .tracking))])
    #expect(
      try drag.send(.move, 160, at: 10) == [
        .pull(drag.client, PullReport(n: 2, phase: .pulling, edge: .top, offset: 52, percent: 0.5))
      ])
    #expect(
      try drag.send(.move, 212, at: 20) == [
        .pull(
          drag.client,
          PullReport(
            n: 3, phase: .triggered, edge: .top, offset: 104, percent: 1, run: 1,
            settle: Settle(from: 104, to: 104, duration: 300))), .start(run, deadline: 30_020), .stateChanged,
      ])
    #expect(
      try drag.send(.up, 300, at: 30) == [
        .pull(
          drag.client, PullReport(n: 4, phase: .triggered, edge: .top, offset: 104, percent: 1, run: 1))
      ])
    #expect(drag.engine.phase == .refreshing(run, began: 20, progress: nil))
    #expect(drag.engine.wake(at: 43) == [.presenceChanged])
    #expect(drag.engine.sourceEnded(run: 1, .ok(rows: 1, truncated: false), at: 1_000) == [.commit(1)])
    let end = RunEnd(run: run, outcome: .ok, rows: 1)
    #expect(drag.engine.committed(run: 1, rows: 1, at: 1_010) == [.ended(end), .stateChanged])
    #expect(
      drag.engine.phase
        == .settling(end, Settle(from: 104, to: 0, duration: 300), began: 20, ended: 1_010))
    #expect(drag.engine.nextWake == 1_310)
    #expect(drag.engine.wake(at: 1_310) == [.stateChanged])
    #expect(drag.engine.phase == .idle)
    #expect(drag.engine.last == end)
    #expect(drag.engine.nextWake == nil)
  }
}
