import Glibc

/// The machine as the figures' reader needs to know it.
enum Machine {
  static var loadAverage: String {
    Files.read("/proc/loadavg").split(separator: " ").prefix(3).joined(separator: " ")
  }

  /// Prints the processors, the kernel, the date and what else is running.
  static func describe() {
    let model =
      Files.read("/proc/cpuinfo").split(separator: "\n").first { $0.hasPrefix("model name") }
      .map { $0.drop { $0 != ":" }.dropFirst(2) } ?? "processor unknown"
    let kernel = Files.read("/proc/sys/kernel/osrelease").split(separator: "\n").first ?? ""
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    let date =
      "\(1_900 + parts.tm_year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) \(two(parts.tm_hour)):\(two(parts.tm_min)) UTC"
    print("\(sysconf(Int32(_SC_NPROCESSORS_ONLN))) × \(model), Linux \(kernel), \(date); ", terminator: "")
    print("load average before \(loadAverage); \(Load.descriptors) descriptors a process.\n")
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
