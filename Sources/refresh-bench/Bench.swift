import Glibc

/// The command line of refresh-bench.
enum Bench {
  private static let scenarios: [(name: String, run: @Sendable (Stage) throws(Failure) -> Void)] = [
    ("start", Start.run), ("append", Append.run), ("fanout", Fanout.run), ("connect", Connect.run),
    ("pulls", Pulls.run), ("resume", Resume.run), ("idle", Idle.run),
  ]

  private static let usage = """
    refresh-bench: measures a refreshd on this machine, over loopback; scripts/bench builds both and runs it

    usage: refresh-bench [--server FILE] [--folder DIR] [--quick] [SCENARIO …]

      --server FILE   the refreshd to measure (the one beside this program)
      --folder DIR    where its databases go, on the disk to be measured (the current folder)
      --quick         a tenth of the clients and a quarter of the time, to try it out
      SCENARIO        \(scenarios.map(\.name).joined(separator: ", ")) (all, in this order)

    It prints a table in Markdown. Exit status: 0, 64 for a wrong command line, 1 if a scenario could not be measured.

    """

  static func main(_ arguments: [String]) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    let own = ownPath()
    let beside = own[...(own.lastIndex(of: "/") ?? own.startIndex)]
    var stage = Stage(server: beside + "refreshd", own: own, folder: ".")
    var chosen: [String] = []
    var rest = arguments.dropFirst()
    while let word = rest.popFirst() {
      switch word {
      case "floor": return floor(replayed: rest.first.flatMap { Int($0) } ?? 0)
      case "--help", "-h":
        print(usage, terminator: "")
        return 0
      case "--quick": stage.isQuick = true
      case "--server", "--folder":
        guard let value = rest.popFirst() else { return complain("\(word) needs a value") }
        if word == "--server" { stage.server = value } else { stage.folder = value }
      case let name where scenarios.contains { $0.name == name }: chosen.append(name)
      default: return complain("'\(word)' is neither an option nor a scenario")
      }
    }
    return run(scenarios.filter { chosen.isEmpty || chosen.contains($0.name) }, on: stage)
  }

  private static func run(
    _ scenarios: [(name: String, run: @Sendable (Stage) throws(Failure) -> Void)], on stage: Stage
  ) -> Int32 {
    var status: Int32 = 0
    Machine.describe()
    Table.begin()
    let begin = nanoseconds()
    for scenario in scenarios {
      do throws(Failure) {
        try scenario.run(stage)
      } catch {
        Table.missing(scenario.name, error)
        status = 1
      }
    }
    print("\nTook \(short(seconds(begin, nanoseconds()))) s; load average now \(Machine.loadAverage).")
    return status
  }

  private static func floor(replayed: Int) -> Int32 {
    do {
      try FloorServer(replayed: replayed).run()
      return 0
    } catch {
      return complain(error.description)
    }
  }

  private static func complain(_ words: String) -> Int32 {
    let line = "refresh-bench: \(words); see refresh-bench --help\n"
    write(2, line, line.utf8.count)
    return 64
  }

  private static func ownPath() -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = max(0, readlink("/proc/self/exe", &buffer, Int(PATH_MAX)))
    return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
