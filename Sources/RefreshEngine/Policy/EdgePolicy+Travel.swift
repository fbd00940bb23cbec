extension EdgePolicy {
  /// The least viewport height that the rubber band reckons with, in CSS pixels: in a shorter list the threshold
  /// could not be reached, or a tiny drag would.
  public static let leastView: Double = 480

  /// How far the edge is displaced, in CSS pixels from 0 to `limit`.
  ///
  /// Monotone and continuous in `travelled`, and finite whatever the arguments are. The formula is part of what
  /// clients rely on, for they draw their own pull before the answer comes; the operations and their order are
  /// those of `web/` too, so that both give the same bits.
  ///
  /// - Parameters:
  ///   - travelled: The finger's way from the origin along the pull direction, slop included; negative beyond it.
  ///   - view: The height of the list's viewport.
  public func displacement(travelled: Double, view: Double) -> Double {
    let way = travelled - slop
    guard way > 0 else { return 0 }
    switch travel {
    case .direct:
      return min(way, limit)
    case .rubberBand:
      let height = max(view, Self.leastView)
      return min((1 - 1 / (way * coefficient / height + 1)) * height, limit)
    }
  }

  /// A displacement as a fraction of the threshold.
  public func percent(of displacement: Double) -> Double {
    displacement / threshold
  }
}
