import Synchronization

/// Random choices that come again with the same seed (SplitMix64); any thread may ask.
final class Chance: Sendable {
  private let state: Mutex<UInt64>

  init(seed: Int) { state = Mutex(UInt64(truncatingIfNeeded: seed) &* 0xbf58_476d_1ce4_e5b9) }

  func number(in range: ClosedRange<Int>) -> Int {
    let value = state.withLock { state in
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
    return range.lowerBound + Int(value % UInt64(range.count))
  }
}
