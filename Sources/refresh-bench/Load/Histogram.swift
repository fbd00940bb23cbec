/// Durations in buckets about 3 % wide, from a microsecond on.
struct Histogram {
  private static let parts = 32
  private var counts = [Int](repeating: 0, count: parts * 40)
  private(set) var count = 0
  /// The longest, in nanoseconds.
  private(set) var longest: UInt64 = 0

  /// Counts a duration of so many nanoseconds.
  mutating func add(_ duration: UInt64, count more: Int = 1) {
    counts[Self.bucket(Int(duration / 1_000))] += more
    count += more
    if duration > longest { longest = duration }
  }

  /// The duration, in milliseconds, that a share of all does not exceed.
  func percentile(_ share: Double) -> Double {
    let wanted = Int((Double(count) * share).rounded(.up))
    var seen = 0
    for (index, here) in counts.enumerated() where here > 0 {
      seen += here
      if seen >= wanted { return min(Self.value(index), Double(longest) / 1e6) }
    }
    return 0
  }

  private static func bucket(_ microseconds: Int) -> Int {
    guard microseconds >= parts else { return microseconds }
    let shift = Int.bitWidth - 1 - microseconds.leadingZeroBitCount - 5
    return min(parts * 40 - 1, (shift + 1) * parts + (microseconds >> shift) - parts)
  }

  /// The middle of a bucket in milliseconds.
  private static func value(_ bucket: Int) -> Double {
    guard bucket >= parts else { return (Double(bucket) + 0.5) / 1e3 }
    let shift = bucket / parts - 1
    return (Double(bucket % parts + parts) + 0.5) * Double(1 << shift) / 1e3
  }
}
