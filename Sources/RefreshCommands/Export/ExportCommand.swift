import FoundationEssentials
import Glibc
import RefreshWire

/// `refreshd export FEED`: all rows of a feed as JSON lines.
enum ExportCommand {
  static let entry = CommandEntry(
    name: "export", operand: .feed, summary: "prints all rows of a feed as JSON lines",
    about: """
      One JSON object a line: seq, at (milliseconds since 1970), run, text; from the first row that is kept to the
      last one that there is. Lost connections are come back from. With --state the next call with the same file
      prints only what is new since; tail can go on with that file, too.
      """,
    options: ServerAddress.options + [
      OptionEntry("after", "PLACE", "begin behind this row's number or this position"),
      OptionEntry("state", "FILE", "go on where FILE says, and keep it up to date", kind: .file),
      Patience.option,
    ],
    examples: [
      "refreshd export main | gzip > main.jsonl.gz",
      "refreshd export orders --state orders.place >> orders.jsonl",
    ],
    statuses: [
      (
        .failed,
        "the list was cleared or replaced meanwhile, rows that there are did not come, or they cannot be written"
      )
    ],
    run: run)

  private static let run: @Sendable (Arguments) throws(CommandError) -> ExitStatus = {
    (arguments) throws(CommandError) in
    let feed = try arguments.feed()
    let state = try arguments.path("state")
    let api = try ServerAPI(try ServerAddress(arguments), patience: try Patience(arguments))
    var start = try RowStart(arguments) ?? .floor
    if let state {
      if let place = try TailPlace.read(state, feed: feed) { start = .position(place.position) }
      try TailPlace.checkWritable(state)
    }
    var pages = RowPages(api, feed, from: start)
    let printer = RowPrinter(isJSON: true)
    while let page = try pages.next() {
      try StandardOutput.write(printer.lines(first: page.first, page.rows))
      if let state {
        try TailPlace(feed: feed, position: page.pos, sequence: page.first + page.rows.count - 1).write(state)
      }
    }
    return .ok
  }
}

extension RowStart {
  /// Reads `--after`; nil if it is not given.
  init?(_ arguments: Arguments) throws(CommandError) {
    guard let after = arguments.text("after") else { return nil }
    if let number = Int(after), number >= 0 {
      self = .sequence(number)
    } else if Position(after) != nil {
      self = .position(after)
    } else {
      throw arguments.usage("--after \(after): write a row's number, or a position as a server gives it")
    }
  }
}
