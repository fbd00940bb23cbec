import Glibc

/// The monotonic clock, in nanoseconds.
func nanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}

/// Seconds between two readings of the clock.
func seconds(_ from: UInt64, _ to: UInt64) -> Double { Double(to &- from) / 1e9 }
