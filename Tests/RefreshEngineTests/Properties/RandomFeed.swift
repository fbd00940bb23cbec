import RefreshEngine

/// Makes up what happens to a feed: many clients with clumsy fingers, a moody source, a store that fails at times.
struct RandomFeed {
  var random: SplitMix
  private(set) var now: Milliseconds = 0
  private var n = 0
  private var fingers: [ClientID: Finger] = [:]
  /// Those of the clients that do something in this feed.
  private let clients: [ClientID]

  private struct Finger {
    var isDown = false
    var y: Double = 300
    var way: Double = 1
    var top: Double = 0
  }

  static let clients = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"].map { ClientID($0) }

  static let policies: [FeedPolicy] = {
    var brisk = EdgePolicy(
      trigger: .release, begins: .edge, travel: .direct, threshold: 40, limit: 90, rest: 30)
    brisk.settle = 0
    brisk.minimumVisible = 0
    brisk.deadline = 50
    var calm = EdgePolicy(preset: .header)
    calm.cooldown = 700
    calm.needsOverflow = true
    var tired = EdgePolicy(trigger: .reach, begins: .edge, travel: .direct, threshold: 30, limit: 30, rest: 0)
    tired.settle = 20
    tired.minimumVisible = 20
    tired.cooldown = 3_000
    return [
      FeedPolicy(top: EdgePolicy(preset: .overlay), bottom: EdgePolicy(preset: .footer)),
      FeedPolicy(top: EdgePolicy(preset: .header)), FeedPolicy(bottom: EdgePolicy(preset: .overlay)),
      FeedPolicy(top: brisk, bottom: calm), FeedPolicy(top: tired, bottom: brisk),
      FeedPolicy(top: tired, bottom: tired), FeedPolicy(),
    ]
  }()

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    clients = Array(Self.clients.prefix(1 + random.below(Self.clients.count)))
  }

  /// The next event, at `now`.
  /// - Parameter atOnce: whether it happens in the same instant as the one before.
  mutating func next(_ engine: FeedEngine, atOnce: Bool) -> FeedEvent {
    if !atOnce {
      // Waiting for a lease is rare, or no gesture would live for long.
      if let due = engine.nextWake, random.chance(due > now + 1_000 ? 1 : 35) {
        now = max(now, due)
        return .wake
      }
      now += random.chance(1) ? 16_000 : random.chance(3) ? 400 : random.below(25)
    }
    switch random.below(100) {
    case ..<3:
      return .join(
        random.pick(clients), name: random.chance(60) ? random.pick(["Anna", "Ben", "Çelik"]) : nil)
    case ..<4: return .leave(random.pick(clients))
    case ..<6:
      return .refresh(random.pick([.top, .bottom]), key: random.chance(50) ? "k\(random.below(4))" : nil)
    case ..<8: return .cancel(run(engine))
    case ..<11: return .progress(run(engine), random.pick([-1, 0, 0.3, 0.7, 2, Double.nan, Double.infinity]))
    case ..<18: return .ended(run(engine), result())
    case ..<25:
      return random.chance(75)
        ? .committed(run(engine), rows: random.below(20_000)) : .commitFailed(run(engine))
    case ..<26: return .policy(random.pick(Self.policies))
    case ..<27: return .reserved(engine.nextRun + random.below(4))
    default: return sample()
    }
  }

  /// Mostly a run that matters.
  private mutating func run(_ engine: FeedEngine) -> RunID {
    max(1, engine.nextRun - (random.chance(75) ? 1 : random.below(4)))
  }

  private mutating func result() -> SourceResult {
    switch random.below(4) {
    case 0: .failed(RunFailure(code: .exit, message: "exit status 3"))
    case 1: random.chance(30) ? .cancelled : .ok(rows: 0, truncated: false)
    default: .ok(rows: random.below(20_000), truncated: random.chance(10))
    }
  }

  /// A finger that mostly does what fingers do.
  private mutating func sample() -> FeedEvent {
    n += 1
    let client = random.pick(clients)
    var finger = fingers[client] ?? Finger()
    var phase = finger.isDown ? PointerPhase.move : .down
    if finger.isDown {
      finger.y += finger.way * random.pick([0, 1, 5, 9, 30, 80, 200, -20, -300])
      if random.chance(12) { phase = random.pick([.up, .up, .cancel]) }
    } else {
      finger = Finger()
      finger.way = random.chance(50) ? 1 : -1
      finger.top = random.pick([0, 0, 1, -40, 40, 300, 599.6, 600])
    }
    if random.chance(5) { phase = random.pick(PointerPhase.allCases) }
    if random.chance(10) { finger.top = random.pick([0, 0, 40, 600]) }
    finger.isDown = phase == .down || phase == .move
    fingers[client] = finger
    return .sample(
      client, n: n,
      PointerSample(
        phase: phase, pointer: random.chance(97) ? 0 : random.below(3),
        x: random.chance(97) ? 5 : finger.y,
        y: random.chance(99) ? finger.y : random.pick([1e300, Double.infinity]),
        scroll: ScrollMetrics(
          top: finger.top,
          height: random.chance(90) ? 1_200 : random.pick([0, 30, 600.5, 602, -1, Double.nan]),
          view: random.chance(98) ? 600 : random.pick([600.7, 400, 60, 0, -Double.infinity]))))
  }
}
