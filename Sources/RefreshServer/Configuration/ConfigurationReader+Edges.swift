import RefreshEngine
import RefreshSources

/// What was read of an edge.
struct ReadEdge {
  var policy: EdgePolicy?
  var source: SourceSpec?
  /// Whether a source of its own is written, if only a wrong one.
  var hasSource = false
}

/// How an edge answers to pulls.
extension ConfigurationReader {
  private static let presets = Preset.allCases.map(\.rawValue)

  /// An edge: a preset's name, or an object with the fields that differ from it, and perhaps with a source of its own.
  func readEdge(_ node: ConfigurationNode) -> ReadEdge {
    if case .text = node.value.form {
      return ReadEdge(policy: node.choice(Preset.self).map { EdgePolicy(preset: $0) })
    }
    let presets = ConfigurationNode.list(Self.presets, "or")
    guard let fields = node.fields("a preset's name (\(presets)) or an object with preset") else {
      return ReadEdge()
    }
    let preset: Preset? = fields.require("preset", "the one that fills the rest: \(presets)").flatMap {
      $0.choice()
    }
    let source = fields.take("source").flatMap(readSource)
    let policy = readPolicy(fields, of: preset)
    fields.end("a policy")
    return ReadEdge(policy: policy, source: source, hasSource: fields.has("source"))
  }

  /// Reads the policy's fields. Without a preset, what would be wrong with each of them is still told.
  private func readPolicy(_ fields: ConfigurationFields, of preset: Preset?) -> EdgePolicy? {
    var policies = (preset.map { [$0] } ?? Preset.allCases).map { EdgePolicy(preset: $0) }
    var given: [String: ConfigurationNode] = [:]
    for field in PolicyField.all {
      guard let node = fields.take(field.name), let value = field.read(node) else { continue }
      given[field.name] = node
      for index in policies.indices { _ = field.set(&policies[index], value) }
    }
    if !fields.has("rest") { for index in policies.indices { policies[index].fitRest() } }
    for fault in policies[0].faults
    where policies.allSatisfy({ $0.faults.contains { $0.field == fault.field } }) {
      let edge = fields.node
      let node = given[fault.field]
      ConfigurationNode(
        value: node?.value ?? edge.value, path: "\(edge.path).\(fault.field)", notes: edge.notes
      ).note(fault.message)
    }
    guard preset != nil else { return nil }
    warnOfReach(policies[0], fields.node)
    return policies[0]
  }

  /// Warns of an edge that can be pulled, and never refreshes by it.
  private func warnOfReach(_ policy: EdgePolicy, _ node: ConfigurationNode) {
    guard policy.trigger == .release, policy.limit == policy.threshold else { return }
    node.warn(
      "no pull can refresh here: trigger \"release\" wants one beyond the threshold, and the limit is at it; "
        + "make the limit larger, or the trigger \"reach\"")
  }
}

extension PolicyField {
  /// Reads the field's value in a configuration.
  fileprivate func read(_ node: ConfigurationNode) -> Value? {
    switch kind {
    case .choice(let words): node.word(of: words).map { .text($0) }
    case .length, .factor: node.number().map { .number($0) }
    case .duration: node.duration(in: 0...EdgePolicy.longestDuration).map { .number(Double($0)) }
    case .truth: node.truth().map { .truth($0) }
    }
  }
}
