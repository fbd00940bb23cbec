/// The list's scroll metrics at a sample, in CSS pixels.
public struct ScrollMetrics: Equatable, Sendable {
  /// How far the list is scrolled from its start; may be fractional, or negative while the platform bounces.
  public var top: Double
  /// The height of the list's whole content, ≥ 0.
  public var height: Double
  /// The height of the list's viewport, > 0.
  public var view: Double

  /// Metrics of a list, in CSS pixels.
  public init(top: Double, height: Double, view: Double) {
    self.top = top
    self.height = height
    self.view = view
  }
}

/// What a pointer did.
public enum PointerPhase: String, Sendable, CaseIterable {
  /// The pointer touched the list.
  case down
  /// The pointer moved while down.
  case move
  /// The pointer was lifted.
  case up
  /// The pointer was taken away: by the system, a lost capture, or the page.
  case cancel
}

/// One event of one pointer on one feed's list.
public struct PointerSample: Equatable, Sendable {
  /// What happened.
  public var phase: PointerPhase
  /// Which pointer; 0 is as good as any other.
  public var pointer: Int
  /// Horizontal position, in CSS pixels of any fixed origin.
  public var x: Double
  /// Vertical position, in CSS pixels of the same origin, growing downwards.
  public var y: Double
  /// Where the list stood at that moment.
  public var scroll: ScrollMetrics

  /// A pointer event at (`x`, `y`) with the list's metrics at that moment.
  public init(phase: PointerPhase, pointer: Int, x: Double, y: Double, scroll: ScrollMetrics) {
    self.phase = phase
    self.pointer = pointer
    self.x = x
    self.y = y
    self.scroll = scroll
  }
}
