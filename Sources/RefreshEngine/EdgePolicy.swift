/// When a pull starts the refresh.
public enum Trigger: String, Sendable, CaseIterable {
  /// The moment the displacement reaches the threshold, pointer still down.
  case reach
  /// When the pointer is lifted with the displacement beyond the threshold.
  case release
}

/// Where a drag must begin to be a pull.
public enum Begins: String, Sendable, CaseIterable {
  /// The list must stand at the edge at pointer-down.
  case down
  /// Whenever the drag reaches the edge.
  case edge
}

/// How the finger's way becomes displacement.
public enum Travel: String, Sendable, CaseIterable {
  /// Displacement is the way itself.
  case direct
  /// Displacement falls behind the way, as iOS scroll views do.
  case rubberBand
}

/// The published designs that are reproducible by configuration alone.
public enum Preset: String, Sendable, CaseIterable {
  /// A refresh view sliding over the list from above.
  case overlay
  /// Pull-up at the bottom of a list.
  case footer
  /// The list is pushed down by an animation driven by percent.
  case header
}

/// How one edge of a feed's list answers to pulls, and how its runs behave. Lengths are CSS pixels.
public struct EdgePolicy: Equatable, Sendable {
  /// The preset that filled the fields, if one did; it also chooses the page's animation.
  public var preset: Preset?
  /// When a pull starts the refresh.
  public var trigger: Trigger
  /// Where a drag must begin.
  public var begins: Begins
  /// How the finger's way becomes displacement.
  public var travel: Travel
  /// The rubber band's coefficient c, > 0.
  public var coefficient: Double
  /// The displacement that counts as 1 = 100 %, > 0.
  public var threshold: Double
  /// The largest displacement, ≥ threshold.
  public var limit: Double
  /// The displacement held while refreshing, ≥ 0.
  public var rest: Double
  /// The part of the way, from the origin, that moves nothing, ≥ 0.
  public var slop: Double
  /// How long going to `rest` or back to 0 takes, ≥ 0.
  public var settle: Milliseconds
  /// How long a refresh that ended ok or failed shows at least, ≥ 0.
  public var minimumVisible: Milliseconds
  /// When a refresh that has not finished has failed, > 0.
  public var deadline: Milliseconds
  /// From a run's end until the next may start, ≥ 0.
  public var cooldown: Milliseconds
  /// No pull unless the content is taller than the viewport by more than 1 px.
  public var needsOverflow: Bool

  /// The policy that a preset stands for.
  public init(preset: Preset) {
    self.preset = preset
    coefficient = 0.55
    slop = 8
    settle = 300
    minimumVisible = 300
    deadline = 30_000
    cooldown = 0
    needsOverflow = false
    switch preset {
    case .overlay:
      trigger = .reach
      begins = .down
      travel = .direct
      threshold = 104
      limit = 104
      rest = 104
    case .footer:
      trigger = .reach
      begins = .edge
      travel = .rubberBand
      threshold = 120
      limit = 300
      rest = 50
      needsOverflow = true
    case .header:
      trigger = .release
      begins = .edge
      travel = .rubberBand
      threshold = 64
      limit = 160
      rest = 64
    }
  }
}

/// The policies of a feed's two edges; an edge without a policy cannot be pulled.
public struct FeedPolicy: Equatable, Sendable {
  /// The policy of the top edge.
  public var top: EdgePolicy?
  /// The policy of the bottom edge.
  public var bottom: EdgePolicy?

  /// Policies of the two edges.
  public init(top: EdgePolicy? = nil, bottom: EdgePolicy? = nil) {
    self.top = top
    self.bottom = bottom
  }

  /// The policy of one edge.
  public subscript(edge: Edge) -> EdgePolicy? {
    switch edge {
    case .top: top
    case .bottom: bottom
    }
  }

  /// The edge of a refresh that names none: the top if it has a policy, else the bottom.
  public var defaultEdge: Edge? {
    top != nil ? .top : bottom != nil ? .bottom : nil
  }
}
