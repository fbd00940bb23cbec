import FoundationEssentials
import Glibc
import RefreshEngine
import RefreshWire

/// `refreshd runs FEED`: the refreshes of a feed that have ended.
enum RunsCommand {
  static let entry = CommandEntry(
    name: "runs", operand: .feed, summary: "lists a feed's refreshes, the newest first",
    about:
      "Prints a table: number, when it began, edge, cause, who caused it, how it ended, how many rows it\n"
      + "brought, how long it took, and why it failed.",
    options: ServerAddress.options + [
      OptionEntry("limit", "N", "how many, 1 to 1000 (20)"),
      OptionEntry("json", nil, "one JSON object a line, as the protocol has it"),
    ],
    examples: [
      "refreshd runs main --limit 5", "refreshd runs main --json | jq 'select(.outcome == \"failed\")'",
    ],
    statuses: [], run: run)

  private static let run: @Sendable (Arguments) throws(CommandError) -> ExitStatus = {
    (arguments) throws(CommandError) in
    let feed = try arguments.feed()
    let limit = try arguments.number("limit", in: 1...1_000) ?? 20
    let runs = try ServerAPI(try ServerAddress(arguments)).runs(of: feed, limit: limit)
    if arguments.has("json") {
      var lines: [UInt8] = []
      for run in runs {
        run.encode(into: &lines)
        lines.append(UInt8(ascii: "\n"))
      }
      try StandardOutput.write(lines)
      return .ok
    }
    try StandardOutput.print(table(runs, isShort: StandardOutput.isTerminal).text(arguments))
    return .ok
  }

  /// The runs as a table.
  /// - Parameter isShort: as a terminal has room for.
  static func table(_ runs: [LastRun], isShort: Bool) -> TextTable {
    var table = TextTable([
      .init(title: "RUN", isRight: true), .init(title: "BEGAN"), .init(title: "EDGE"), .init(title: "CAUSE"),
      .init(title: "BY"), .init(title: "OUTCOME"), .init(title: "ROWS", isRight: true),
      .init(title: "TOOK", isRight: true), .init(title: "ERROR"),
    ])
    for last in runs {
      let (end, run) = (last.end, last.end.run)
      table.add([
        String(run.id), isShort ? Times.short(last.started) : Times.day(last.started), run.edge.rawValue,
        run.cause.rawValue,
        Shown.cut(run.by.name ?? run.by.client?.text ?? "-", isShort ? 16 : 64), end.outcome.rawValue,
        String(end.rows) + (end.truncated ? "+" : ""), Times.duration(last.ended - last.started),
        end.error.map { "\($0.code.rawValue): \($0.message)" } ?? "",
      ])
    }
    return table
  }
}

/// Points in time and durations, as people read them.
enum Times {
  /// Milliseconds since 1970 as day and time of this machine's time zone.
  static func day(_ milliseconds: Int64) -> String {
    var seconds = time_t(milliseconds / 1_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    let two = { (value: Int32) in Decimals.padded(Int(value), 2, with: "0") }
    let day = "\(Int(parts.tm_year) + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  }

  /// The time of day where that is enough: of today; else the day.
  static func short(_ milliseconds: Int64, now: Int64 = Int64(time(nil)) * 1_000) -> String {
    let (then, today) = (day(milliseconds), day(now))
    let isToday = then.prefix(10) == today.prefix(10)
    return isToday
      ? String(then.suffix(8))
      : then.prefix(4) == today.prefix(4) ? String(then.dropFirst(5).prefix(11)) : String(then.prefix(10))
  }

  /// Milliseconds as a duration: `0.4 s`, `3 min 20 s`.
  static func duration(_ milliseconds: Int64) -> String {
    switch milliseconds {
    case ..<60_000: "\(Decimals.text(Double(max(0, milliseconds)) / 1_000)) s"
    case ..<3_600_000: "\(milliseconds / 60_000) min \(milliseconds / 1_000 % 60) s"
    default: "\(milliseconds / 3_600_000) h \(milliseconds / 60_000 % 60) min"
    }
  }
}
