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
  /// `rest` above `limit` is refused as well: while a run refreshes the offset is `rest`, and no percent may be
  /// beyond `limit` ÷ `threshold`. `limit` equal to `threshold` is fine.
  ///
  /// - Throws: The first field that is wrong, in the order of the declarations.
  public func validate() throws(PolicyError) {
    try Self.check("coefficient", coefficient, above: 0)
    try Self.check("threshold", threshold, above: 0)
    try Self.check("limit", limit, above: 0)
    guard limit >= threshold else {
      throw PolicyError(
        field: "limit",
        message: "limit is \(limit), below threshold (\(threshold)); make it at least the threshold")
    }
    guard (limit / threshold).isFinite else {
      throw PolicyError(
        field: "threshold", message: "threshold is too small for limit (\(limit)); use 1 or more")
    }
    try Self.check("rest", rest, from: 0)
    guard rest <= limit else {
      throw PolicyError(
        field: "rest", message: "rest is \(rest), beyond limit (\(limit)); make it at most the limit")
    }
    try Self.check("slop", slop, from: 0)
    try Self.check("settle", settle, from: 0)
    try Self.check("minimumVisible", minimumVisible, from: 0)
    try Self.check("deadline", deadline, from: 1)
    guard deadline >= minimumVisible else {
      throw PolicyError(
        field: "deadline",
        message:
          "deadline is \(deadline) ms, below minimumVisible (\(minimumVisible) ms); make it at least that")
    }
    try Self.check("cooldown", cooldown, from: 0)
  }

  private static func check(_ field: String, _ value: Double, above least: Double) throws(PolicyError) {
    guard value.isFinite, value > least, value <= longestLength else {
      throw PolicyError(
        field: field,
        message: "\(field) is \(value); use a number above \(least), at most \(longestLength)")
    }
  }

  private static func check(_ field: String, _ value: Double, from least: Double) throws(PolicyError) {
    guard value.isFinite, value >= least, value <= longestLength else {
      throw PolicyError(
        field: field,
        message: "\(field) is \(value); use a number from \(least) to \(longestLength)")
    }
  }

  private static func check(_ field: String, _ value: Milliseconds, from least: Int) throws(PolicyError) {
    guard (least...longestDuration).contains(value) else {
      throw PolicyError(
        field: field,
        message:
          "\(field) is \(value) ms; use whole milliseconds from \(least) to \(longestDuration) (365 days)")
    }
  }
}
