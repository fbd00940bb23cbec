import Glibc

/// A moment of the clock that nobody sets, in milliseconds.
struct Monotonic: Comparable, Sendable {
  let milliseconds: Int

  static let zero = Monotonic(milliseconds: 0)

  static var now: Monotonic {
    var time = Glibc.timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Monotonic(milliseconds: time.tv_sec * 1_000 + time.tv_nsec / 1_000_000)
  }

  var systemTime: Glibc.timespec {
    Glibc.timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
  }

  static func + (moment: Monotonic, milliseconds: Int) -> Monotonic {
    Monotonic(milliseconds: moment.milliseconds + milliseconds)
  }

  static func - (later: Monotonic, earlier: Monotonic) -> Int { later.milliseconds - earlier.milliseconds }

  static func < (one: Monotonic, other: Monotonic) -> Bool { one.milliseconds < other.milliseconds }
}
