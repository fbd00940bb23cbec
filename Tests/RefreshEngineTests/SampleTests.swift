import RefreshEngine
import Testing

@Suite struct SampleTests {
  static let wrong: [(String, WritableKeyPath<PointerSample, Double> & Sendable, Double)] = [
    ("x", \.x, .nan), ("x", \.x, .infinity), ("y", \.y, -.infinity), ("scroll.top", \.scroll.top, .nan),
    ("scroll.height", \.scroll.height, .infinity), ("scroll.height", \.scroll.height, -0.5),
    ("scroll.view", \.scroll.view, .nan), ("scroll.view", \.scroll.view, 0),
    ("scroll.view", \.scroll.view, -600),
  ]

  @Test(arguments: wrong, PointerPhase.allCases)
  func `a sample that is not valid is an error, and everything stays as it was`(
    wrong: (String, WritableKeyPath<PointerSample, Double> & Sendable, Double), phase: PointerPhase
  ) throws {
    var drag = Drag(FeedPolicy(top: .plain()))
    _ = try drag.send(.down, 0, at: 0)
    _ = try drag.send(.move, 58, at: 10)
    let before = drag.engine
    var sample = PointerSample(phase: phase, pointer: 1, x: 0, y: 90, scroll: drag.scroll)
    sample[keyPath: wrong.1] = wrong.2
    do throws(SampleError) {
      _ = try drag.engine.sample(sample, n: 9, from: drag.client, at: 20)
      Issue.record("not refused")
    } catch {
      #expect(error.field == wrong.0)
    }
    #expect(drag.engine == before)
  }

  @Test func `a sample of a client that has not subscribed is an error`() throws {
    let drag = Drag(FeedPolicy(top: .plain()))
    var engine = drag.engine
    let sample = PointerSample(phase: .down, pointer: 1, x: 0, y: 0, scroll: drag.scroll)
    #expect { try engine.sample(sample, n: 1, from: ClientID("nobody"), at: 0) } throws: {
      ($0 as? SampleError)?.field == "feed"
    }
  }

  @Test func `a client has at most 32 pointers down`() throws {
    var drag = Drag(FeedPolicy(top: .plain()))
    for pointer in 0..<32 {
      drag.pointer = pointer
      _ = try drag.send(.down, 0, at: 0)
    }
    drag.pointer = 32
    #expect { try drag.send(.down, 0, at: 0) } throws: { ($0 as? SampleError)?.field == "id" }
    for pointer in (0..<32).reversed() {
      drag.pointer = pointer
      let actions = try drag.send(.up, 0, at: 1)
      #expect(
        actions == [.pull(drag.client, PullReport(n: drag.n, phase: .cancelled, why: .secondPointer))])
    }
    drag.pointer = 32
    #expect(
      try drag.send(.down, 0, at: 2) == [.pull(drag.client, PullReport(n: drag.n, phase: .tracking))])
  }

  @Test func `numbers as large as numbers get give a displacement within the limit`() throws {
    var drag = Drag(FeedPolicy(top: EdgePolicy(preset: .header)))
    let huge = Double.greatestFiniteMagnitude
    drag.scroll = ScrollMetrics(top: -huge, height: huge, view: huge)
    _ = try drag.send(.down, -huge, at: 0)
    #expect(
      try drag.send(.move, huge, at: 1) == [
        .pull(drag.client, PullReport(n: 2, phase: .armed, edge: .top, offset: 160, percent: 2.5))
      ])
  }

  @Test func `a movement that could not be told is told with the next report of the same displacement`() {
    let movement = Settle(from: 50, to: 0, duration: 300)
    let unsent = PullReport(n: 3, phase: .released, edge: .top, settle: movement)
    let tracking = PullReport(n: 4, phase: .tracking)
    #expect(tracking.replacing(unsent) == PullReport(n: 4, phase: .tracking, settle: movement))
    let pulling = PullReport(n: 5, phase: .pulling, edge: .top)
    #expect(pulling.replacing(unsent) == pulling)
    let held = PullReport(
      n: 6, phase: .triggered, edge: .top, offset: 60, percent: 0.6, run: 1,
      settle: Settle(from: 100, to: 60, duration: 300))
    var again = held
    again.n = 7
    again.settle = nil
    #expect(again.replacing(held).settle == held.settle)
    again.offset = 0
    #expect(again.replacing(held).settle == nil)
    #expect(unsent.replacing(held) == unsent)
  }
}
