import RefreshEngine
import RefreshSources

/// A feed's sources at its edges, each kept from run to run with what it remembers, until the settings name another.
final class FeedSources {
  private struct Kept {
    let spec: SourceSpec
    let limits: SourceLimits
    let source: any RefreshSource
  }

  private let limits: () -> SourceLimits
  private var all: [Kept] = []

  /// - Parameter limits: those that hold now.
  init(limits: @escaping () -> SourceLimits) { self.limits = limits }

  /// The source of the next run, which the settings have at one of the edges.
  func source(_ spec: SourceSpec, in settings: FeedSettings) -> any RefreshSource {
    let limits = limits()
    all.removeAll { kept in
      kept.limits != limits || Edge.allCases.allSatisfy { settings.source(at: $0) != kept.spec }
    }
    if let kept = all.first(where: { $0.spec == spec }) { return kept.source }
    let source = spec.source(limits: limits)
    all.append(Kept(spec: spec, limits: limits, source: source))
    return source
  }
}
