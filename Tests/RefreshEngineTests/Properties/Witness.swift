import RefreshEngine

/// Watches a feed from outside and notes whatever breaks what must always be true.
struct Witness {
  enum Phase: Equatable {
    case idle
    case refreshing(RunID)
    /// `told`: whether the state that shows the end has been broadcast.
    case settling(RunID, until: Milliseconds, told: Bool)
  }

  /// What is known of a run that has started.
  struct Life {
    var run: Run
    var policy: EdgePolicy
    var began: Milliseconds
    var commits = 0
    /// How many the store has told.
    var stored = 0
    var durable = false
    var stops = 0
    var ends = 0
  }

  private(set) var problems: [String] = []
  private(set) var lives: [RunID: Life] = [:]
  /// What has happened, so that a test can tell whether enough has.
  private(set) var seen: Set<String> = []
  private var policy: FeedPolicy
  private var phase = Phase.idle
  private var down: [ClientID: Set<Int>] = [:]
  private var heard: [ClientID: Milliseconds] = [:]
  private var queued: [RunID: EdgePolicy] = [:]
  /// How many rows each run's source brought when it ended first.
  private var brought: [RunID: Int] = [:]
  /// The newest report of each client's gesture.
  private(set) var told: [ClientID: PullReport] = [:]
  /// The runs that each client's gestures started since its last down.
  private var starts: [ClientID: Int] = [:]
  private var broadcast = Presence()
  /// The presence that each of those watching was told last.
  private var presences: [ClientID: Presence] = [:]
  /// Somebody has joined since the last broadcast.
  private var hasJoined = false
  private var broadcastAt: Milliseconds?
  private let settings: EngineSettings

  init(policy: FeedPolicy, settings: EngineSettings) {
    self.policy = policy
    self.settings = settings
  }

  /// An event has happened, and the engine is in the state after it.
  mutating func saw(
    _ event: FeedEvent, _ outcome: FeedEvent.Outcome, _ engine: FeedEngine, at now: Milliseconds
  ) {
    let before = policy
    note(event, outcome, at: now)
    for action in outcome.actions { see(action, before, at: now, engine) }
    check(event, outcome)
    checkPhase(engine, at: now)
    let presence = engine.presence
    if case .join(let client, _) = event { (presences[client], hasJoined) = (presence, true) }
    for pull in presence.pulls where down[pull.client, default: []].isEmpty {
      problems.append("\(pull.client) pulls with no pointer down")
    }
    expect(presence.count >= presence.pulls.count, "fewer pulls counted than listed")
    expect(zip(presence.pulls, presence.pulls.dropFirst()).allSatisfy { $0.percent >= $1.percent }, "order")
    if case .policy(let new) = event { policy = new }
  }

  /// Everybody has been told who is there.
  mutating func sent(_ presence: Presence) {
    hasJoined = false
    for client in presences.keys { presences[client] = presence }
    broadcast = presence
    if presence.pulls.count > 1, !presence.names.isEmpty { seen.insert("a full presence") }
  }

  /// Nothing is due any more: everybody knows who is there.
  mutating func sawTheEnd(_ engine: FeedEngine) {
    expect(presences.values.allSatisfy { $0 == engine.presence }, "somebody was told another presence last")
  }

  mutating func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
    if !holds { problems.append(what()) }
  }

  private mutating func note(_ event: FeedEvent, _ outcome: FeedEvent.Outcome, at now: Milliseconds) {
    switch event {
    case .join(let client, _), .leave(let client):
      presences[client] = nil
      down[client] = nil
      begin(client)
    case .sample(let client, _, let sample) where outcome.error == nil:
      if now - heard[client, default: 0] >= settings.lease { down[client] = nil }
      let known = down[client, default: []].contains(sample.pointer)
      switch sample.phase {
      case .down:
        if down[client, default: []].isEmpty { begin(client) }
        down[client, default: []].insert(sample.pointer)
      case .up, .cancel: down[client, default: []].remove(sample.pointer)
      case .move: break
      }
      if known || sample.phase == .down { heard[client] = now }
    case .refresh(let edge, _):
      if case .queued(let run) = outcome.answer {
        queued[run] = queued[run] ?? policy[edge]
        seen.insert("queued")
      }
    case .ended(let run, .ok(let rows, _)) where phase == .refreshing(run) || outcome.starts(run):
      brought[run] = brought[run] ?? rows
    case .committed(let run, let rows)
    where outcome.actions.contains { if case .ended = $0 { true } else { false } }:
      lives[run]?.durable = true
      lives[run]?.stored = rows
    default: break
    }
  }

  /// A client's next report is the first of its gesture.
  private mutating func begin(_ client: ClientID) {
    told[client] = nil
    starts[client] = 0
  }

  /// A sample is answered once, last of all that its client is told; an error changes nothing.
  private mutating func check(_ event: FeedEvent, _ outcome: FeedEvent.Outcome) {
    guard case .sample(let client, let n, _) = event else { return }
    let reports = outcome.actions.compactMap { action in
      if case .pull(client, let report) = action { report } else { nil }
    }
    if outcome.error != nil {
      expect(outcome.actions.isEmpty, "an error with actions")
    } else {
      expect(
        reports.last?.n == n && reports.dropLast().allSatisfy { $0.n < n }, "answers to \(n): \(reports)")
    }
  }

  private mutating func see(
    _ action: Action, _ policy: FeedPolicy, at now: Milliseconds, _ engine: FeedEngine
  ) {
    let phase = phase
    switch action {
    case .pull(let client, let report):
      check(report, of: client, policy)
      told[client] = report
      seen.insert(report.phase.rawValue)
      if let why = report.why { seen.insert(why.rawValue) }
    case .start(let run, let deadline):
      expect(phase == .idle, "run \(run.id) starts while \(phase)")
      expect(lives.keys.allSatisfy { $0 < run.id }, "run \(run.id) again")
      guard let rules = policy[run.edge] ?? queued[run.id] else {
        return problems.append("run \(run.id) without a policy")
      }
      expect(deadline == now + rules.deadline, "deadline of \(run.id)")
      lives[run.id] = Life(run: run, policy: rules, began: now)
      self.phase = .refreshing(run.id)
      guard run.cause == .pull, let client = run.by.client else { return }
      starts[client, default: 0] += 1
      expect(starts[client] == 1, "a second start by one gesture")
      expect(told[client]?.phase == .triggered && told[client]?.run == run.id, "a start without a trigger")
    case .stop(let run):
      expect(phase == .refreshing(run), "stop of \(run) while \(phase)")
      lives[run]?.stops += 1
      seen.insert("stop")
    case .commit(let run):
      expect(phase == .refreshing(run), "commit of \(run) while \(phase)")
      lives[run]?.commits += 1
    case .ended(let end):
      see(end, at: now)
    case .stateChanged:
      if case .settling(let run, let until, let told) = phase {
        self.phase = told && now >= until ? .idle : .settling(run, until: until, told: true)
      }
    case .presenceChanged:
      announced(engine.presence, at: now)
    }
  }

  private mutating func see(_ end: RunEnd, at now: Milliseconds) {
    let id = end.run.id
    let phase = phase
    expect(phase == .refreshing(id), "end of \(id) while \(phase)")
    guard let life = lives[id] else { return }
    lives[id]?.ends += 1
    seen.insert(end.outcome.rawValue)
    if let error = end.error { seen.insert(error.code.rawValue) }
    expect(end.run == life.run, "another run ends")
    switch end.outcome {
    case .ok:
      expect(life.commits == 1 && life.durable, "run \(id) is ok before its commit")
      expect(end.rows == min(life.stored, brought[id] ?? -1), "run \(id) tells \(end.rows) rows")
      expect(now >= life.began + life.policy.minimumVisible, "run \(id) was hardly to be seen")
    case .failed:
      expect(end.error != nil && end.rows == 0, "run \(id) failed without a reason")
      expect(now >= life.began + life.policy.minimumVisible, "run \(id) was hardly to be seen")
    case .cancelled:
      expect(life.commits == 0, "run \(id) cancelled while it was stored")
    }
    self.phase = .settling(id, until: now + life.policy.settle, told: false)
  }

  /// Everybody is to be told who is there.
  private mutating func announced(_ presence: Presence, at now: Milliseconds) {
    expect(presence != broadcast || hasJoined, "presence without a change")
    let alone = presence.pulls == broadcast.pulls && presence.count == broadcast.count
    let interval = alone ? settings.watchingInterval : settings.presenceInterval
    // A pull that came and went within the interval was a change too, and may show the watching early.
    if let at = broadcastAt {
      expect(now - at >= min(interval, settings.presenceInterval), "presence after \(now - at) ms")
    }
    broadcastAt = now
  }

  private mutating func checkPhase(_ engine: FeedEngine, at now: Milliseconds) {
    switch (engine.phase, phase) {
    case (.idle, .idle): break
    case (.refreshing(let run, let began, let progress), .refreshing(let id)):
      expect(run.id == id && began <= now, "refreshing \(run.id), not \(id)")
      expect(progress.map { (0...1).contains($0) } ?? true, "progress \(String(describing: progress))")
    case (.settling(let end, _, _, _), .settling(let id, _, true)):
      expect(end.run.id == id && engine.last == end, "settling \(end.run.id), not \(id)")
    default: problems.append("phase \(engine.phase), but \(phase) was told")
    }
    for life in lives.values { expect(life.ends <= 1, "run \(life.run.id) ended \(life.ends) times") }
  }
}
