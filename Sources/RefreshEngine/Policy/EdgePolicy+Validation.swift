extension EdgePolicy {
  /// Lowers `rest` to `limit` if it is beyond: for a `rest` that a preset has filled, so that a smaller limit can be
  /// given alone. A `rest` that is given itself is left to `validate`, which refuses it.
  public mutating func fitRest() {
    if rest > limit { rest = limit }
  }

  /// The largest length a policy may ask for, in CSS pixels.
  public static let longestLength: Double = 1_000_000

  /// The longest duration a policy may ask for: 365 days, in milliseconds.
  public static let longestDuration: Milliseconds = 31_536_000_000

  /// Checks that the policy makes sense as a whole.
  ///
  /// - Throws: The first of ``faults``.
  public func validate() throws(PolicyError) {
    if let fault = faults.first { throw fault }
  }

  /// All that makes no sense about the policy, in the order of the declarations; empty if it is valid.
  ///
  /// `rest` above `limit` is refused as well: while a run refreshes the offset is `rest`, and no percent may be
  /// beyond `limit` ÷ `threshold`. `limit` equal to `threshold` is fine, though
  /// no pull is beyond it then, and with `release` only a button or a program refreshes.
  public var faults: [PolicyError] {
    var faults: [PolicyError] = []
    func isGood(_ fault: PolicyError?) -> Bool {
      if let fault { faults.append(fault) }
      return fault == nil
    }
    _ = isGood(Self.check("coefficient", coefficient, above: 0))
    let hasThreshold = isGood(Self.check("threshold", threshold, above: 0))
    let hasLimit = isGood(Self.check("limit", limit, above: 0))
    if hasThreshold, hasLimit { _ = isGood(reach) }
    if isGood(Self.check("rest", rest, from: 0)), hasLimit, rest > limit {
      faults.append(
        PolicyError(
          field: "rest",
          message:
            "rest is \(Self.plain(rest)), beyond limit (\(Self.plain(limit))); make it at most the limit"))
    }
    _ = isGood(Self.check("slop", slop, from: 0))
    _ = isGood(Self.check("settle", settle, from: 0))
    let hasMinimum = isGood(Self.check("minimumVisible", minimumVisible, from: 0))
    if isGood(Self.check("deadline", deadline, from: 1)), hasMinimum, deadline < minimumVisible {
      faults.append(
        PolicyError(
          field: "deadline",
          message:
            "deadline is \(deadline) ms, below minimumVisible (\(minimumVisible) ms); make it at least that"))
    }
    _ = isGood(Self.check("cooldown", cooldown, from: 0))
    return faults
  }

  /// What is wrong between a threshold and a limit that are good by themselves.
  private var reach: PolicyError? {
    if limit < threshold {
      return PolicyError(
        field: "limit",
        message:
          "limit is \(Self.plain(limit)), below threshold (\(Self.plain(threshold))); make it at least the threshold"
      )
    }
    guard !(limit / threshold).isFinite else { return nil }
    return PolicyError(
      field: "threshold", message: "threshold is too small for limit (\(Self.plain(limit))); use 1 or more")
  }

  private static func check(_ field: String, _ value: Double, above least: Double) -> PolicyError? {
    if value.isFinite, value > least, value <= longestLength { return nil }
    return PolicyError(
      field: field,
      message:
        "\(field) is \(plain(value)); use a number above \(plain(least)), at most \(plain(longestLength))")
  }

  private static func check(_ field: String, _ value: Double, from least: Double) -> PolicyError? {
    if value.isFinite, value >= least, value <= longestLength { return nil }
    return PolicyError(
      field: field,
      message: "\(field) is \(plain(value)); use a number from \(plain(least)) to \(plain(longestLength))")
  }

  private static func check(_ field: String, _ value: Milliseconds, from least: Int) -> PolicyError? {
    if (least...longestDuration).contains(value) { return nil }
    return PolicyError(
      field: field,
      message:
        "\(field) is \(value) ms; use whole milliseconds from \(least) to \(longestDuration) (365 days)")
  }

  /// A number as people write it.
  private static func plain(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
