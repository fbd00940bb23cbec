import FoundationEssentials
import Glibc

/// What the system says of this process.
struct ProcessFigures {
  /// Bytes in memory.
  let residentBytes: Int
  let openDescriptors: Int
  let maxDescriptors: Int
  /// Seconds of all its threads, the kernel's work for them included.
  let cpuSeconds: Double

  init() {
    let memory = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = memory.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    residentBytes = pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    openDescriptors = Self.countDescriptors()
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    maxDescriptors = Int(clamping: limit.rlim_cur)
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    cpuSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  /// Since Linux 6.2 the folder's size is their number; to count thousands of entries would hold up the loop.
  private static func countDescriptors() -> Int {
    var folder = stat()
    if stat("/proc/self/fd", &folder) == 0, folder.st_size > 0 { return Int(folder.st_size) }
    return (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
}
