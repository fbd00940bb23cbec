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

  /// A policy of its own, without a preset; the rest has the common defaults.
  public init(
    trigger: Trigger, begins: Begins, travel: Travel, threshold: Double, limit: Double, rest: Double
  ) {
    self.trigger = trigger
    self.begins = begins
    self.travel = travel
    self.threshold = threshold
    self.limit = limit
    self.rest = rest
    coefficient = 0.55
    slop = 8
    settle = 300
    minimumVisible = 300
    deadline = 30_000
    cooldown = 0
    needsOverflow = false
  }

  /// The policy that a preset stands for.
  public init(preset: Preset) {
    switch preset {
    case .overlay:
      self.init(trigger: .reach, begins: .down, travel: .direct, threshold: 104, limit: 104, rest: 104)
    case .footer:
      self.init(trigger: .reach, begins: .edge, travel: .rubberBand, threshold: 120, limit: 300, rest: 50)
      needsOverflow = true
    case .header:
      self.init(trigger: .release, begins: .edge, travel: .rubberBand, threshold: 64, limit: 160, rest: 64)
    }
    self.preset = preset
  }
}
