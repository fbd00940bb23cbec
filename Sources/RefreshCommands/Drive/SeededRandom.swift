import FoundationEssentials
import Glibc

/// Chance that is the same each time for the same seed (SplitMix64 by Steele, Lea and Flood).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A time between two events that come by chance, so many on average, and never more than five times that.
  mutating func pause(mean: Duration) -> Duration {
    mean * min(5, -log(Double.random(in: 0.000_001...1, using: &self)))
  }
}
