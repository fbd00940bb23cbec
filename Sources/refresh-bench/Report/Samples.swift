/// The same figure measured several times.
struct Samples {
  private(set) var values: [Double] = []

  init(_ values: [Double] = []) { self.values = values }

  mutating func add(_ value: Double) { values.append(value) }

  var median: Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// Median and, with more than one value, the least and the greatest.
  var text: String {
    guard values.count > 1 else { return short(median) }
    return "\(short(median)) (\(short(values.min()!))–\(short(values.max()!)))"
  }

  /// Value by value, this divided by that.
  func over(_ other: Samples) -> Samples {
    Samples(zip(values, other.values).map { $1 == 0 ? 0 : $0 / $1 })
  }
}

/// A number with about three digits.
func short(_ number: Double) -> String {
  guard number.isFinite else { return "–" }
  if number >= 1_000 {
    let digits = Array(String(Int(number.rounded())).reversed())
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, place % 3 == 0 { text = " " + text }
      text = String(digit) + text
    }
    return text
  }
  let places = number >= 100 ? 0 : number >= 10 ? 1 : number >= 1 ? 2 : 3
  let scale = [1.0, 10, 100, 1_000][places]
  let whole = Int((number * scale).rounded())
  guard places > 0 else { return String(whole) }
  let fraction = String(whole % Int(scale))
  return "\(whole / Int(scale))." + String(repeating: "0", count: places - fraction.count) + fraction
}
