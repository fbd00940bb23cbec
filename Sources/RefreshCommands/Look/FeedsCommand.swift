import RefreshWire

/// `refreshd feeds`: what there is on a server.
enum FeedsCommand {
  static let entry = CommandEntry(
    name: "feeds", operand: nil, summary: "lists a server's feeds",
    about: "Prints a table of the feeds that the token may see: name, number of the last row, what its\n"
      + "refresh is doing, when it refreshes by itself next, and title.",
    options: ServerAddress.options + [
      OptionEntry("json", nil, "one JSON object a line: feed, title, head, phase, nextRefresh")
    ],
    examples: ["refreshd feeds", "refreshd feeds --json | jq -r .feed"], statuses: [], run: run)

  private static let run: @Sendable (Arguments) throws(CommandError) -> ExitStatus = {
    (arguments) throws(CommandError) in
    let feeds = try ServerAPI(try ServerAddress(arguments)).feeds()
    if arguments.has("json") {
      var lines: [UInt8] = []
      for feed in feeds {
        feed.encode(into: &lines)
        lines.append(UInt8(ascii: "\n"))
      }
      try StandardOutput.write(lines)
      return .ok
    }
    var table = TextTable([
      .init(title: "FEED"), .init(title: "LAST ROW", isRight: true), .init(title: "STATE"),
      .init(title: "NEXT"), .init(title: "TITLE"),
    ])
    for feed in feeds {
      let next = feed.nextRefresh.map { Times.short($0) } ?? "-"
      table.add([feed.feed.text, String(feed.head), feed.phase.rawValue, next, feed.title])
    }
    try StandardOutput.print(table.text(arguments))
    return .ok
  }
}

extension TextTable {
  /// The lines as standard output shows them: cut to a terminal's width, whole in a pipe.
  func text(_ arguments: Arguments) -> String {
    let isTerminal = StandardOutput.isTerminal
    return text(
      width: isTerminal ? Terminal.size(of: 1).columns : nil,
      style: Style(isOn: isTerminal && Terminal.hasColours(arguments.environment)))
  }
}
