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
