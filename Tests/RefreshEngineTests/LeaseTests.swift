import RefreshEngine
import Testing

@Suite struct LeaseTests {
  @Test func `each of many leases ends at its own time`() throws {
    var feed = FeedEngine(.plain(), settings: EngineSettings(presenceInterval: 1_000_000))
    let clients = (0..<200).map { ClientID("c\($0)") }
    for client in clients { _ = feed.join(client, name: nil, at: 0) }
    for (number, client) in clients.enumerated() { try feed.pull(client, to: 50, n: 7, at: number) }
    var ended: [(ClientID, Milliseconds)] = []
    while let due = feed.nextWake, due < 900_000 {
      for case .pull(let client, let report) in feed.wake(at: due) {
        #expect(
          report
            == PullReport(
              n: 7, phase: .cancelled, edge: .top, why: .lease, settle: Settle(from: 50, to: 0, duration: 300)
            ))
        ended.append((client, due))
      }
    }
    #expect(ended.map(\.0) == clients)
    #expect(ended.map(\.1) == (0..<200).map { 15_000 + $0 })
  }

  @Test
  func `a time in which nothing could be heard is no silence, neither before a sample nor at the lease`()
    throws
  {
    for repeats in [true, false] {
      var drag = Drag(FeedPolicy(top: .plain()))
      _ = try drag.send(.down, 0, at: 0)
      _ = try drag.send(.move, 50, at: 1_000)
      drag.engine.stoodStill(from: 2_000, to: 62_000)
      if repeats {
        // The bound on the leases was for 15 000 and has passed.
        let reports = try drag.send(.move, 50, at: 62_000)
        #expect(
          reports.contains { if case .pull(_, let report) = $0 { report.phase == .pulling } else { false } })
      }
      let end = repeats ? 77_000 : 76_000
      #expect(!drag.engine.wake(at: end - 1).contains { if case .pull = $0 { true } else { false } })
      #expect(
        drag.engine.wake(at: end).contains {
          if case .pull(_, let report) = $0 { report.why == .lease } else { false }
        })
    }
  }

  @Test func `a run that a client caused outlives its connection`() throws {
    var drag = Drag(FeedPolicy(top: .plain()))
    _ = try drag.send(.down, 0, at: 0)
    #expect(try drag.send(.move, 200, at: 10).count == 3)
    #expect(drag.engine.leave(drag.client, at: 20).filter { $0 != .presenceChanged } == [])
    let run = Run(id: 1, edge: .top, cause: .pull, by: Author(client: drag.client, name: "Anna"))
    #expect(drag.engine.phase == .refreshing(run, began: 10, progress: nil))
  }

  @Test func `after a lease of silence a pointer counts as lifted in a state that holds too`() throws {
    var drag = Drag(FeedPolicy(top: .plain()))
    drag.x = 0
    _ = try drag.send(.down, 0, at: 0)
    drag.x = 100
    _ = try drag.send(.move, 0, at: 10)
    let report = PullReport(n: 3, phase: .rejected, why: .horizontal)
    #expect(try drag.send(.down, 0, at: 15_009) == [.pull(drag.client, report)])
    #expect(try drag.send(.down, 0, at: 30_009) == [.pull(drag.client, PullReport(n: 4, phase: .tracking))])
  }
}
