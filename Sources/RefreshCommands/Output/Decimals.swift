/// Numbers as people read them in a table.
enum Decimals {
  /// With so many digits behind the point, 0 or more.
  static func text(_ value: Double, digits: Int = 1) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let whole = Int((abs(value) * scale).rounded())
    let sign = value < 0 && whole > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole / Int(scale)).\(padded(whole % Int(scale), digits, with: "0"))"
  }

  /// A whole number, filled up on the left.
  static func padded(_ value: Int, _ width: Int, with fill: Character = " ") -> String {
    let text = String(value)
    return String(repeating: fill, count: max(0, width - text.count)) + text
  }
}
