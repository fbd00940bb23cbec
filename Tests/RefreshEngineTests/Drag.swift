import RefreshEngine

/// A client's hand in the tests: a feed's engine and one client's pointer on its list.
struct Drag {
  var engine: FeedEngine
  var client = ClientID("anna")
  var pointer = 1
  var x: Double = 100
  var scroll = ScrollMetrics(top: 0, height: 1_200, view: 600)
  var n = 0

  /// An idle feed that one client, Anna, subscribed to a second ago, which has been shown.
  init(_ policy: FeedPolicy, settings: EngineSettings = .init(), at now: Milliseconds = 0) {
    engine = FeedEngine(policy: policy, settings: settings, nextRun: 1, runLimit: 1_000, last: nil)
    _ = engine.join(client, name: "Anna", at: now - 1_000)
    _ = engine.wake(at: now - 900)
  }

  /// Sends one sample; all actions but presence.
  mutating func send(_ phase: PointerPhase, _ y: Double, at now: Milliseconds) throws -> [Action] {
    n += 1
    let sample = PointerSample(phase: phase, pointer: pointer, x: x, y: y, scroll: scroll)
    return try engine.sample(sample, n: n, from: client, at: now).filter { $0 != .presenceChanged }
  }
}
