/// One client's gesture on one feed.
///
/// Each event has one mutating method; what the feed must do about it is in the `Effect` it returns.
struct Gesture: Equatable, Sendable {
  enum State: Equatable, Sendable {
    /// No pointer has come down yet.
    case none
    /// Down; the direction or the arrival at the edge is not decided.
    case tracking(Tracking)
    /// The drag moves the edge.
    case pulling(Pull)
    /// Beyond the threshold of a `release` edge.
    case armed(Pull)
    /// This gesture started the run at the edge.
    case triggered(Edge, RunID)
    /// The run at the edge is this gesture's too.
    case joined(Edge, RunID)
    /// None of ours; horizontal has no edge.
    case rejected(Edge?, GestureReason)
    /// Would have started a run, but the cooldown lasts until an instant.
    case cooling(Edge, until: Milliseconds)
    /// Lifted without a refresh; without an edge if the direction was not decided.
    case released(Edge?)
    /// Ended by something else than lifting; without an edge if the direction was not decided.
    case cancelled(Edge?, GestureReason)
  }

  /// What follows from an event.
  enum Effect: Equatable {
    /// Nothing but the state.
    case none
    /// A displacement goes on by itself.
    case settles(Settle)
    /// The pull asks for a refresh of its edge; `trigger` or `refuse` must follow at once.
    case asks(Edge, EdgePolicy)
  }

  private(set) var state = State.none
  private(set) var pointers = PointerSet.none
  /// When a pointer that is down was heard of last.
  private(set) var heard: Milliseconds = 0

  /// The pull that is under way, if one moves an edge.
  var pull: Pull? {
    switch state {
    case .pulling(let pull), .armed(let pull): pull
    default: nil
    }
  }

  /// Whether the gesture can still become something: in tracking, pulling or armed.
  var isOpen: Bool {
    switch state {
    case .tracking, .pulling, .armed: true
    default: false
    }
  }

  /// The edge, once it is decided.
  var edge: Edge? {
    switch state {
    case .none: nil
    case .tracking(let tracking):
      if case .decided(let edge) = tracking.way { edge } else { nil }
    case .pulling(let pull), .armed(let pull): pull.edge
    case .triggered(let edge, _), .joined(let edge, _), .cooling(let edge, _): edge
    case .rejected(let edge, _), .released(let edge), .cancelled(let edge, _): edge
    }
  }

  /// Reads a valid sample.
  ///
  /// Out of order it changes nothing, but a `down` sent again by a page that holds its pointer still keeps the
  /// gesture alive like any other sample of a pointer that is down.
  mutating func sample(
    _ sample: PointerSample, policy: FeedPolicy, moment: FeedMoment, lease: Milliseconds, at now: Milliseconds
  ) -> Effect {
    // Pages repeat their last sample while they hold a pointer. After a lease of silence its end has been lost, and
    // without this a lost `up` would shut the client out until it subscribes anew.
    if !pointers.isEmpty, now.since(heard) >= lease { pointers = .none }
    let known = pointers.contains(sample.pointer)
    guard known != (sample.phase == .down) else {
      if known { heard = now }
      return .none
    }
    heard = now
    switch sample.phase {
    case .down:
      return down(sample, policy, moment)
    case .move:
      return read(sample, policy)
    case .up:
      pointers.remove(sample.pointer)
      return lift(sample, policy)
    case .cancel:
      pointers.remove(sample.pointer)
      return cancel(.cancel, policy)
    }
  }

  /// Ends an open gesture; one that is not open is left as it is.
  mutating func cancel(_ why: GestureReason, _ policy: FeedPolicy) -> Effect {
    guard isOpen else { return .none }
    return end(.cancelled(edge, why), policy)
  }

  /// The time from one instant to another does not count as silence.
  mutating func stoodStill(from begin: Milliseconds, to end: Milliseconds) {
    heard = min(heard.later(by: end.since(begin)), max(heard, end))
  }

  /// Ends an open gesture whose lease is over, and takes its pointers as lifted.
  mutating func expire(_ policy: FeedPolicy) -> Effect {
    pointers = .none
    return cancel(.lease, policy)
  }

  /// The refresh that was asked for has started; the displacement goes on to `rest`.
  mutating func trigger(_ run: RunID, _ rules: EdgePolicy) -> Effect {
    guard let pull else { return .none }
    state = .triggered(pull.edge, run)
    return .settles(Settle(from: pull.displacement, to: rules.rest, duration: rules.settle))
  }

  /// The refresh that was asked for is refused by the cooldown.
  mutating func refuse(until: Milliseconds, _ policy: FeedPolicy) -> Effect {
    guard let pull else { return .none }
    return end(.cooling(pull.edge, until: until), policy)
  }

  /// The refresh that was asked for is refused for another reason.
  mutating func refuse(_ why: GestureReason, _ policy: FeedPolicy) -> Effect {
    guard let pull else { return .none }
    return end(.rejected(pull.edge, why), policy)
  }

  /// Somebody else's refresh has started; an open gesture becomes part of it.
  mutating func join(_ run: RunID, at edge: Edge, _ rules: EdgePolicy) -> Effect {
    guard isOpen else { return .none }
    let from = pull?.displacement ?? 0
    state = .joined(edge, run)
    return .settles(Settle(from: from, to: rules.rest, duration: rules.settle))
  }

  private mutating func down(_ sample: PointerSample, _ policy: FeedPolicy, _ moment: FeedMoment) -> Effect {
    let first = pointers.isEmpty
    pointers.insert(sample.pointer)
    guard first else { return cancel(.secondPointer, policy) }
    switch moment {
    case .idle:
      state = .tracking(Tracking(sample))
      return .none
    case .refreshing(let run, let edge, let rules):
      state = .joined(edge, run)
      return .settles(Settle(from: 0, to: rules.rest, duration: rules.settle))
    case .settling(let run, let edge):
      state = .joined(edge, run)
      return .none
    }
  }

  /// An `up` is a sample first, with the pointer still down, and then the end.
  private mutating func lift(_ sample: PointerSample, _ policy: FeedPolicy) -> Effect {
    let effect = read(sample, policy)
    if case .armed(let pull) = state, let rules = policy[pull.edge] { return .asks(pull.edge, rules) }
    if case .asks = effect { return effect }
    return isOpen ? end(.released(edge), policy) : effect
  }

  private mutating func read(_ sample: PointerSample, _ policy: FeedPolicy) -> Effect {
    switch state {
    case .tracking(let tracking):
      if Self.resized(from: tracking.start.view, sample) { return cancel(.resized, policy) }
      return track(tracking, sample, policy)
    case .pulling(let pull), .armed(let pull):
      if Self.resized(from: pull.view, sample) { return cancel(.resized, policy) }
      return move(pull, sample, policy)
    case .none, .triggered, .joined, .rejected, .cooling, .released, .cancelled:
      return .none
    }
  }

  private mutating func track(_ before: Tracking, _ sample: PointerSample, _ policy: FeedPolicy) -> Effect {
    var tracking = before
    switch tracking.read(sample, policy: policy) {
    case .tracking:
      state = .tracking(tracking)
      return .none
    case .rejected(let edge, let why):
      state = .rejected(edge, why)
      return .none
    case .arrived(let edge, let origin):
      return move(Pull(edge: edge, view: tracking.start.view, origin: origin), sample, policy)
    }
  }

  private mutating func move(_ before: Pull, _ sample: PointerSample, _ policy: FeedPolicy) -> Effect {
    // A pull whose edge loses its policy is cancelled with that change, before any sample.
    guard let rules = policy[before.edge] else { return .none }
    var pull = before
    pull.read(sample, rules)
    switch rules.trigger {
    case .reach:
      state = .pulling(pull)
      return pull.displacement >= rules.threshold ? .asks(pull.edge, rules) : .none
    case .release:
      state = pull.displacement > rules.threshold ? .armed(pull) : .pulling(pull)
      return .none
    }
  }

  private mutating func end(_ next: State, _ policy: FeedPolicy) -> Effect {
    let settle = pull.flatMap { pull in policy[pull.edge].flatMap { pull.settle($0) } }
    state = next
    return settle.map { .settles($0) } ?? .none
  }

  private static func resized(from view: Double, _ sample: PointerSample) -> Bool {
    abs(sample.scroll.view - view) > 1
  }
}
