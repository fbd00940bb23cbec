/// The fields of an edge's policy that a configuration gives; a preset, or the common defaults, fill the rest.
public struct EdgePolicyFields: Equatable, Sendable {
  /// The preset that fills what is not given.
  public var preset: Preset?
  /// When a pull starts the refresh.
  public var trigger: Trigger?
  /// Where a drag must begin.
  public var begins: Begins?
  /// How the finger's way becomes displacement.
  public var travel: Travel?
  /// The rubber band's coefficient; 0.55 if nothing gives it.
  public var coefficient: Double?
  /// The displacement that counts as 1, in CSS pixels.
  public var threshold: Double?
  /// The largest displacement, in CSS pixels.
  public var limit: Double?
  /// The displacement held while refreshing, in CSS pixels.
  public var rest: Double?
  /// The part of the way that moves nothing, in CSS pixels; 8 if nothing gives it.
  public var slop: Double?
  /// How long going to `rest` or back to 0 takes; 300 ms if nothing gives it.
  public var settle: Milliseconds?
  /// How long a refresh shows at least; 300 ms if nothing gives it.
  public var minimumVisible: Milliseconds?
  /// When a refresh has failed; 30 000 ms if nothing gives it.
  public var deadline: Milliseconds?
  /// From a run's end until the next may start; 0 ms if nothing gives it.
  public var cooldown: Milliseconds?
  /// Whether only content taller than the viewport can be pulled; false if nothing gives it.
  public var needsOverflow: Bool?

  /// No field given.
  public init() {}

  /// The policy that these fields make, checked.
  ///
  /// A preset's `rest` is lowered to a given `limit` that is below it, so that `threshold` and `limit` can be made
  /// small alone; a given `rest` beyond `limit` is refused. Without a preset, trigger, begins, travel, threshold,
  /// limit and rest must be given.
  ///
  /// - Throws: The first field that is missing or wrong.
  public func policy() throws(PolicyError) -> EdgePolicy {
    var policy: EdgePolicy
    if let preset {
      policy = EdgePolicy(preset: preset)
    } else {
      policy = EdgePolicy(
        trigger: try Self.need("trigger", trigger), begins: try Self.need("begins", begins),
        travel: try Self.need("travel", travel), threshold: try Self.need("threshold", threshold),
        limit: try Self.need("limit", limit), rest: try Self.need("rest", rest))
    }
    if let trigger { policy.trigger = trigger }
    if let begins { policy.begins = begins }
    if let travel { policy.travel = travel }
    if let coefficient { policy.coefficient = coefficient }
    if let threshold { policy.threshold = threshold }
    if let limit { policy.limit = limit }
    policy.rest = rest ?? (limit.map { $0 < policy.rest ? $0 : policy.rest } ?? policy.rest)
    if let slop { policy.slop = slop }
    if let settle { policy.settle = settle }
    if let minimumVisible { policy.minimumVisible = minimumVisible }
    if let deadline { policy.deadline = deadline }
    if let cooldown { policy.cooldown = cooldown }
    if let needsOverflow { policy.needsOverflow = needsOverflow }
    try policy.validate()
    return policy
  }

  private static func need<Value>(_ field: String, _ value: Value?) throws(PolicyError) -> Value {
    guard let value else {
      throw PolicyError(field: field, message: "\(field) is missing; give it, or a preset that fills it")
    }
    return value
  }
}
