import Glibc

/// What a process uses, as the kernel counts it.
struct Meter {
  let process: pid_t

  /// CPU time of all its threads in nanoseconds, from the scheduler's own count.
  var cpu: UInt64 {
    var sum: UInt64 = 0
    for thread in Files.names(in: "/proc/\(process)/task") {
      let text = Files.read("/proc/\(process)/task/\(thread)/schedstat")
      sum += text.split(separator: " ").first.flatMap { UInt64($0) } ?? 0
    }
    return sum
  }

  /// Resident memory in KiB.
  var resident: Int { Files.number("Rss:", in: Files.read("/proc/\(process)/smaps_rollup")) }

  /// The most resident memory since ``resetPeak()``, in KiB.
  var peak: Int { Files.number("VmHWM:", in: Files.read("/proc/\(process)/status")) }

  func resetPeak() { Files.write("5", to: "/proc/\(process)/clear_refs") }

  /// CPU time of the bench itself, in nanoseconds.
  static var own: UInt64 { Meter(process: getpid()).cpu }
}
