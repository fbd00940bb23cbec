extension ScrollMetrics {
  /// Whether the list stands at the edge, within 1 px: fractional metrics seldom add up exactly.
  func stand(at edge: Edge) -> Bool {
    switch edge {
    case .top: top <= 1
    case .bottom: top + view >= height - 1
    }
  }

  /// Whether the content is taller than the viewport by more than 1 px.
  var overflow: Bool { height - view > 1 }
}
