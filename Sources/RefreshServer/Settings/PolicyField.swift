import RefreshEngine

/// One field of an edge's policy as an operator writes it, in a flag or in the configuration.
struct PolicyField: Sendable {
  /// A value of the configuration, before it is known to fit.
  enum Value: Sendable {
    case number(Double)
    case text(String)
    case truth(Bool)
  }

  /// What a value must be.
  enum Kind: Sendable {
    /// One of some words.
    case choice([String])
    /// A number of CSS pixels.
    case length
    /// A number without a unit.
    case factor
    /// Milliseconds.
    case duration
    case truth
  }

  /// The field's name on the wire and in the configuration.
  let name: String
  let kind: Kind
  let meaning: String
  /// Puts a value into a policy; `false` if the value is not of the field's kind.
  let set: @Sendable (inout EdgePolicy, Value) -> Bool

  /// What to write, as `--help` shows it.
  var form: String {
    switch kind {
    case .choice(let words): words.joined(separator: "|")
    case .length: "PX"
    case .factor: "N"
    case .duration: "MS"
    case .truth: "true|false"
    }
  }

  /// The flag that sets this field at every edge: `minimumVisible` is `--minimum-visible`.
  var flag: String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }

  /// Reads a flag's argument.
  func value(from argument: String) -> Value? {
    switch kind {
    case .length, .factor: Double(argument).map(Value.number)
    case .duration: DurationText.milliseconds(argument).map { .number(Double($0)) }
    case .truth: Bool(argument).map(Value.truth)
    case .choice(let words): words.contains(argument) ? .text(argument) : nil
    }
  }

  static let all: [PolicyField] = [
    choice("trigger", "when a pull refreshes", \.trigger),
    choice("begins", "where a drag must begin", \.begins),
    choice("travel", "how the finger's way becomes displacement", \.travel),
    length("coefficient", .factor, "the rubber band's coefficient", \.coefficient),
    length("threshold", .length, "the displacement that is 100 %", \.threshold),
    length("limit", .length, "the largest displacement", \.limit),
    length("rest", .length, "the displacement held while refreshing", \.rest),
    length("slop", .length, "the part of the way that moves nothing", \.slop),
    duration("settle", "how long going back takes", \.settle),
    duration("minimumVisible", "how long a refresh shows at least", \.minimumVisible),
    duration("deadline", "when a refresh that has not finished has failed", \.deadline),
    duration("cooldown", "from a run's end until the next may start", \.cooldown),
    PolicyField(
      name: "needsOverflow", kind: .truth, meaning: "pull only if the content is taller than the view"
    ) {
      policy, value in
      guard case .truth(let truth) = value else { return false }
      policy.needsOverflow = truth
      return true
    },
  ]

  private static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ meaning: String, _ path: WritableKeyPath<EdgePolicy, Choice> & Sendable
  ) -> PolicyField where Choice.RawValue == String {
    PolicyField(name: name, kind: .choice(Choice.allCases.map(\.rawValue)), meaning: meaning) {
      policy, value in
      guard case .text(let text) = value, let choice = Choice(rawValue: text) else { return false }
      policy[keyPath: path] = choice
      return true
    }
  }

  private static func length(
    _ name: String, _ kind: Kind, _ meaning: String, _ path: WritableKeyPath<EdgePolicy, Double> & Sendable
  ) -> PolicyField {
    PolicyField(name: name, kind: kind, meaning: meaning) { policy, value in
      guard case .number(let number) = value, number.isFinite else { return false }
      policy[keyPath: path] = number
      return true
    }
  }

  private static func duration(
    _ name: String, _ meaning: String, _ path: WritableKeyPath<EdgePolicy, Milliseconds> & Sendable
  ) -> PolicyField {
    PolicyField(name: name, kind: .duration, meaning: meaning) { policy, value in
      guard case .number(let number) = value, let whole = Int(exactly: number) else { return false }
      policy[keyPath: path] = whole
      return true
    }
  }
}
