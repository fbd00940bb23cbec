import RefreshEngine

extension EdgePolicy {
  /// A policy that is easy to reckon with: displacement is the way beyond 8 px.
  static func plain(_ change: (inout EdgePolicy) -> Void = { _ in }) -> EdgePolicy {
    var policy = EdgePolicy(
      trigger: .reach, begins: .edge, travel: .direct, threshold: 100, limit: 150, rest: 60)
    change(&policy)
    return policy
  }
}

extension FeedEngine {
  /// An idle feed with one policy for both edges.
  init(_ policy: EdgePolicy, settings: EngineSettings = .init()) {
    self.init(
      policy: FeedPolicy(top: policy, bottom: policy), settings: settings, nextRun: 1, runLimit: 1_000,
      last: nil)
  }

  /// A begin at the top by nobody in particular.
  mutating func begin(key: String? = nil, at now: Milliseconds) -> (RefreshAnswer, [Action]) {
    refresh(edge: .top, cause: .request, by: Author(), key: key, at: now)
  }

  /// A pull of a client at the top, to a displacement.
  mutating func pull(_ client: ClientID, to displacement: Double, n: Int = 2, at now: Milliseconds) throws {
    let scroll = ScrollMetrics(top: 0, height: 1_200, view: 600)
    let down = PointerSample(phase: .down, pointer: 1, x: 0, y: 0, scroll: scroll)
    let move = PointerSample(phase: .move, pointer: 1, x: 0, y: 8 + displacement, scroll: scroll)
    _ = try sample(down, n: n - 1, from: client, at: now)
    _ = try sample(move, n: n, from: client, at: now)
  }
}

extension Run {
  /// A run that `FeedEngine.begin` makes.
  static func request(_ id: RunID) -> Run { Run(id: id, edge: .top, cause: .request, by: Author()) }
}
