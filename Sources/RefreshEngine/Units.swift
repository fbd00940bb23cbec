/// Milliseconds: a duration, or an instant of a monotonic clock that the caller reads.
public typealias Milliseconds = Int

/// A run's number, from a persisted counter that never repeats within a feed.
public typealias RunID = Int

extension Milliseconds {
  /// As people read it: `20 s`, `0.5 s`.
  var inSeconds: String { self % 1_000 == 0 ? "\(self / 1_000) s" : "\(Double(self) / 1_000) s" }

  /// The instant this much later; the end of time rather than an overflow.
  func later(by duration: Milliseconds) -> Milliseconds {
    let (sum, overflow) = addingReportingOverflow(duration)
    return overflow ? .max : sum
  }

  /// The time from an earlier instant to this one, 0 if it is not earlier.
  func since(_ earlier: Milliseconds) -> Milliseconds {
    let (difference, overflow) = subtractingReportingOverflow(earlier)
    return overflow ? .max : Swift.max(0, difference)
  }
}
