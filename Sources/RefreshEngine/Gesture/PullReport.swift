/// The state of a client's gesture on a feed, as told to that client.
public enum GesturePhase: String, Sendable, CaseIterable {
  /// Down; the direction, or the arrival at the edge, is not decided yet.
  case tracking
  /// The drag moves the edge's refresh view.
  case pulling
  /// Pulled beyond the threshold of a `release` edge: lifting the pointer now refreshes.
  case armed
  /// This gesture started the run.
  case triggered
  /// A run that was already there is this gesture's too.
  case joined
  /// The drag is none of ours; see the reason.
  case rejected
  /// Lifted without a refresh.
  case released
  /// Ended by something else than lifting; see the reason.
  case cancelled
}

/// Why a gesture was rejected or cancelled.
public enum GestureReason: String, Sendable, CaseIterable {
  /// Rejected: the drag went sideways.
  case horizontal
  /// Rejected: the list did not stand at the edge at pointer-down, and the edge begins `down`.
  case notAtEdge = "not-at-edge"
  /// Rejected: the edge in the drag's direction has no policy.
  case noPolicy = "no-policy"
  /// Rejected: the edge needs content taller than the viewport.
  case noOverflow = "no-overflow"
  /// Rejected at the trigger: the feed's cooldown has not passed.
  case cooldown
  /// Rejected at the trigger: no run can be numbered, because the store does not answer or cannot write.
  case storage
  /// Rejected: a sample of a pointer in an impossible order.
  case order
  /// Cancelled: the pointer was taken away.
  case cancel
  /// Cancelled: a second pointer came down.
  case secondPointer = "second-pointer"
  /// Cancelled: the viewport's height changed.
  case resized
  /// Cancelled: no sample came for the length of the lease.
  case lease
  /// Cancelled: the edge's policy changed.
  case policy
}

/// A displacement that goes from one value to another by itself.
public struct Settle: Equatable, Sendable {
  /// Displacement at the start, in CSS pixels.
  public var from: Double
  /// Displacement at the end, in CSS pixels.
  public var to: Double
  /// How long it takes.
  public var duration: Milliseconds

  /// A movement from one displacement to another.
  public init(from: Double, to: Double, duration: Milliseconds) {
    self.from = from
    self.to = to
    self.duration = duration
  }
}

/// What a client is told about its own gesture after a sample, or when the gesture changes without one.
public struct PullReport: Equatable, Sendable {
  /// The number of the newest sample that this report answers.
  public var n: Int
  /// The gesture's state after that sample.
  public var phase: GesturePhase
  /// The gesture's edge, once decided.
  public var edge: Edge?
  /// Displacement in CSS pixels, 0…limit.
  public var offset: Double
  /// Displacement ÷ threshold: 1 is the threshold.
  public var percent: Double
  /// The run that the gesture started or joined.
  public var run: RunID?
  /// Why the gesture was rejected or cancelled.
  public var why: GestureReason?
  /// With `cooldown`: how long to wait.
  public var retryAfter: Milliseconds?
  /// How the displacement goes on by itself, in the first report of a state that ends a movement.
  public var settle: Settle?

  /// A report on the sample `n`.
  public init(
    n: Int, phase: GesturePhase, edge: Edge? = nil, offset: Double = 0, percent: Double = 0,
    run: RunID? = nil,
    why: GestureReason? = nil, retryAfter: Milliseconds? = nil, settle: Settle? = nil
  ) {
    self.n = n
    self.phase = phase
    self.edge = edge
    self.offset = offset
    self.percent = percent
    self.run = run
    self.why = why
    self.retryAfter = retryAfter
    self.settle = settle
  }
}
