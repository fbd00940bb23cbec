import RefreshEngine
import Testing

@Suite struct VectorTests {
  static let file = VectorFile.shared

  @Test(arguments: file.travel)
  func `the travel rule meets its golden vectors exactly`(vector: VectorFile.Travelled) throws {
    let policy = try Self.file.policy(vector.policy)
    let displacement = policy.displacement(travelled: vector.travelled, view: vector.view)
    #expect(displacement == vector.displacement)
    #expect(policy.percent(of: displacement) == vector.percent)
  }

  @Test(arguments: file.gestures)
  func `a gesture alone meets its golden vectors`(vector: VectorFile.Case) throws {
    #expect(vector.steps.allSatisfy { $0.event == nil || $0.event?.kind == "time" })
    try play(vector)
  }

  @Test(arguments: file.feeds)
  func `a gesture on a busy feed meets its golden vectors`(vector: VectorFile.Case) throws {
    #expect(vector.steps.contains { $0.event != nil })
    try play(vector)
  }

  @Test func `there are vectors of each kind, each with its own name`() {
    #expect(Self.file.gestures.count >= 40)
    let names = (Self.file.gestures + Self.file.feeds).map(\.name)
    #expect(Set(names).count == names.count)
  }

  private func play(_ vector: VectorFile.Case) throws {
    var player = try Player(vector, Self.file)
    for (index, step) in vector.steps.enumerated() {
      // The last report answers the sample; one that came unasked before it has the number of the sample before.
      let wanted = step.reports ?? []
      let reports = try wanted.enumerated().map { place, report in
        let answers = step.sample != nil && place == wanted.count - 1
        return try report.report(n: answers ? index + 1 : player.answered)
      }
      #expect(try player.play(step, n: index + 1) == reports, "step \(index) at \(step.at)")
    }
  }
}

/// Plays a case's steps as a server would: timers fire when they are due, a commit succeeds at once.
struct Player {
  var engine: FeedEngine
  /// The n of the newest sample that was not refused.
  private(set) var answered = 0
  private let client = ClientID("anna")
  private let file: VectorFile
  private var run: RunID?
  private var told: [PullReport] = []

  init(_ vector: VectorFile.Case, _ file: VectorFile) throws {
    self.file = file
    engine = FeedEngine(policy: try file.policy(vector.policy), nextRun: 1, runLimit: 1_000, last: nil)
    _ = engine.join(client, name: nil, at: 0)
  }

  /// Plays one step; what the client is told.
  mutating func play(_ step: VectorFile.Step, n: Int) throws -> [PullReport] {
    told = []
    while let due = engine.nextWake, due <= step.at { follow(engine.wake(at: due), at: due) }
    if let sample = step.sample {
      try play(sample.sample(), n: n, step)
    } else {
      try play(#require(step.event), at: step.at)
    }
    return told
  }

  private mutating func play(_ sample: PointerSample, n: Int, _ step: VectorFile.Step) throws {
    guard let field = step.error else {
      answered = n
      return follow(try engine.sample(sample, n: n, from: client, at: step.at), at: step.at)
    }
    let before = engine
    do throws(SampleError) {
      let actions = try engine.sample(sample, n: n, from: client, at: step.at)
      Issue.record("not refused: \(actions)")
    } catch {
      #expect(error.field == field)
      #expect(engine == before)
    }
  }

  private mutating func play(_ event: VectorFile.Event, at now: Milliseconds) throws {
    switch event.kind {
    case "time":
      break
    case "refresh":
      let edge = try #require(event.edge.flatMap { Edge(rawValue: $0) })
      let (_, actions) = engine.refresh(edge: edge, cause: .request, by: Author(), key: nil, at: now)
      follow(actions, at: now)
    case "ended":
      let failure = RunFailure(code: .exit, message: "exit status 3")
      let result: SourceResult = event.outcome == "ok" ? .ok(rows: 1, truncated: false) : .failed(failure)
      follow(engine.sourceEnded(run: try #require(run), result, at: now), at: now)
    case "cancel":
      let (answer, actions) = engine.cancel(run: try #require(run), at: now)
      #expect(answer == .cancelled)
      follow(actions, at: now)
    case "policy":
      follow(engine.setPolicy(try file.policy(try #require(event.policy)), at: now), at: now)
    case "join":
      follow(engine.join(client, name: nil, at: now), at: now)
    default:
      Issue.record("unknown event \(event.kind)")
    }
  }

  private mutating func follow(_ actions: [Action], at now: Milliseconds) {
    for action in actions {
      switch action {
      case .pull(client, let report): told.append(report)
      case .pull(let other, _): Issue.record("a report to \(other)")
      case .start(let started, _): run = started.id
      case .commit(let id): follow(engine.committed(run: id, rows: 1, at: now), at: now)
      case .stop, .ended, .stateChanged, .presenceChanged: break
      }
    }
  }
}
