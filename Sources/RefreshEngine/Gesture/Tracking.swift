/// A gesture whose list has not yet arrived at a decided edge.
struct Tracking: Equatable, Sendable {
  /// What the gesture remembers of its down sample.
  struct Start: Equatable, Sendable {
    var x: Double
    var y: Double
    /// The viewport's height.
    var view: Double
    /// Whether the list stood at the top edge.
    var atTop: Bool
    /// Whether the list stood at the bottom edge.
    var atBottom: Bool

    func stood(at edge: Edge) -> Bool {
      switch edge {
      case .top: atTop
      case .bottom: atBottom
      }
    }
  }

  /// Whether the list stands at an edge, and where the pointer was when it arrived there.
  ///
  /// Followed before the direction is decided too: arrival counts from the first sample that shows it.
  enum Standing: Equatable, Sendable {
    case away
    case arrived(y: Double)

    mutating func follow(_ stands: Bool, y: Double) {
      switch (self, stands) {
      case (_, false): self = .away
      case (.away, true): self = .arrived(y: y)
      case (.arrived, true): break
      }
    }
  }

  enum Way: Equatable, Sendable {
    /// The pointer has not moved further than the slop.
    case undecided(top: Standing, bottom: Standing)
    /// The drag goes towards this edge, and the list is away from it.
    case decided(Edge)
  }

  var start: Start
  var way: Way

  /// A gesture that begins with this down sample.
  init(_ sample: PointerSample) {
    start = Start(
      x: sample.x, y: sample.y, view: sample.scroll.view,
      atTop: sample.scroll.stand(at: .top), atBottom: sample.scroll.stand(at: .bottom))
    way = .undecided(
      top: start.atTop ? .arrived(y: sample.y) : .away, bottom: start.atBottom ? .arrived(y: sample.y) : .away
    )
  }

  /// What a sample shows.
  enum Outcome: Equatable {
    /// Nothing decides yet.
    case tracking
    /// The gesture is none of ours; horizontal has no edge.
    case rejected(Edge?, GestureReason)
    /// Decided and at the edge: the pull is measured from `origin`.
    case arrived(Edge, origin: Double)
  }

  /// Reads a sample of the gesture's pointer.
  mutating func read(_ sample: PointerSample, policy: FeedPolicy) -> Outcome {
    switch way {
    case .undecided(var top, var bottom):
      top.follow(sample.scroll.stand(at: .top), y: sample.y)
      bottom.follow(sample.scroll.stand(at: .bottom), y: sample.y)
      way = .undecided(top: top, bottom: bottom)
      let dx = sample.x - start.x
      let dy = sample.y - start.y
      guard (dx * dx + dy * dy).squareRoot() > Self.slop(dy: dy, policy) else { return .tracking }
      guard abs(dx) <= abs(dy) else { return .rejected(nil, .horizontal) }
      let edge: Edge = dy > 0 ? .top : .bottom
      guard let rules = policy[edge] else { return .rejected(edge, .noPolicy) }
      if rules.begins == .down, !start.stood(at: edge) {
        // A list too short to scroll stands at both edges always, so the two reasons never compete.
        return .rejected(edge, .notAtEdge)
      }
      way = .decided(edge)
      return arrival(at: edge, rules, edge == .top ? top : bottom, sample)
    case .decided(let edge):
      guard let rules = policy[edge] else { return .rejected(edge, .noPolicy) }
      var standing = Standing.away
      standing.follow(sample.scroll.stand(at: edge), y: sample.y)
      return arrival(at: edge, rules, standing, sample)
    }
  }

  /// Content is measured when the direction is decided and when the list arrives: rows may come in between.
  private func arrival(at edge: Edge, _ rules: EdgePolicy, _ standing: Standing, _ sample: PointerSample)
    -> Outcome
  {
    if rules.needsOverflow, !sample.scroll.overflow { return .rejected(edge, .noOverflow) }
    guard case .arrived(let y) = standing else { return .tracking }
    return .arrived(edge, origin: rules.begins == .down || start.stood(at: edge) ? start.y : y)
  }

  /// The slop before a direction is decided: that of the edge the drag points at, else of the feed's other edge. A
  /// feed that cannot be pulled at all still tells why, after the usual 8 px.
  private static func slop(dy: Double, _ policy: FeedPolicy) -> Double {
    let (near, far) = dy < 0 ? (policy.bottom, policy.top) : (policy.top, policy.bottom)
    return near?.slop ?? far?.slop ?? 8
  }
}
