import RefreshEngine
import Testing

/// The value that is written so in the vectors.
private func known<Value: RawRepresentable>(_ text: String) throws -> Value where Value.RawValue == String {
  try #require(Value(rawValue: text), "\(text) is no \(Value.self)")
}

extension VectorFile {
  func policy(_ name: String) throws -> EdgePolicy {
    let policy: Policy = try #require(policies[name], "no policy \(name)")
    var edge = EdgePolicy(
      trigger: try known(policy.trigger), begins: try known(policy.begins), travel: try known(policy.travel),
      threshold: policy.threshold, limit: policy.limit, rest: policy.rest)
    edge.preset = try policy.preset.map { try known($0) }
    edge.coefficient = policy.coefficient
    edge.slop = policy.slop
    edge.settle = policy.settle
    edge.minimumVisible = policy.minimumVisible
    edge.deadline = policy.deadline
    edge.cooldown = policy.cooldown
    edge.needsOverflow = policy.needsOverflow
    try edge.validate()
    return edge
  }

  func policy(_ edges: [String: String]) throws -> FeedPolicy {
    FeedPolicy(
      top: try edges["top"].map { try policy($0) }, bottom: try edges["bottom"].map { try policy($0) })
  }
}

extension VectorFile.Sample {
  func sample() throws -> PointerSample {
    PointerSample(
      phase: try known(phase), pointer: id, x: x, y: y,
      scroll: ScrollMetrics(top: scroll.top, height: scroll.height, view: scroll.view))
  }
}

extension VectorFile.Report {
  func report(n: Int) throws -> PullReport {
    PullReport(
      n: n, phase: try known(phase),
      edge: try edge.map { try known($0) }, offset: offset, percent: percent, run: run,
      why: try why.map { try known($0) }, retryAfter: retryAfter,
      settle: settle.map { Settle(from: $0.from, to: $0.to, duration: $0.duration) })
  }
}
