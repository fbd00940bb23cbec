/// How often a value came out how large, in seconds.
struct Histogram {
  /// The upper ends of the buckets, growing; beyond the last there is one more.
  let bounds: [Double]
  /// How many values each bucket has, without those before it.
  private(set) var counts: [Int]
  private(set) var sum = 0.0

  init(_ bounds: [Double]) {
    self.bounds = bounds
    counts = Array(repeating: 0, count: bounds.count + 1)
  }

  mutating func note(_ value: Double) {
    counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
    sum += value
  }
}
