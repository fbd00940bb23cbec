import FoundationEssentials
import Glibc
import RefreshClientSockets
import RefreshWire

/// `refreshd tail FEED`: follows a feed.
enum TailCommand {
  static let entry = CommandEntry(
    name: "tail", operand: .feed, summary: "prints a feed's last rows, and new ones as they come",
    about: """
      Goes on until it is interrupted, over lost connections and restarts of the server: no row is missing and
      none is printed twice. A row is one line; control characters in it are written as \\n, \\u{1b} and so on.
      With --state it also goes on where the last call with the same file ended, however long ago: the file is
      written after the rows are. When the server has cleared or replaced the list, standard error says so.
      """,
    options: ServerAddress.options + [
      OptionEntry("lines", "N", "how many rows to begin with, 0 to 1000 (10)"),
      OptionEntry("after", "PLACE", "begin behind this row's number or this position instead"),
      OptionEntry("state", "FILE", "go on where FILE says, and keep it up to date", kind: .file),
      OptionEntry("json", nil, "one JSON object a line: seq, at, run, text"),
      OptionEntry("count", "N", "end after so many rows"),
      OptionEntry("until-idle", nil, "end when all rows are printed and no refresh is under way"),
      OptionEntry(
        "retry", "SECONDS",
        "how long to go on without a connection (for ever, but the first must come at once)"
      ),
    ],
    examples: [
      "refreshd tail main --lines 50",
      "refreshd tail orders --json --state orders.place --until-idle >> orders.jsonl",
    ],
    statuses: [(.ok, "it was interrupted, or has ended as --count or --until-idle say")], run: run)

  private static let run: @Sendable (Arguments) throws(CommandError) -> ExitStatus = {
    (arguments) throws(CommandError) in
    let tail = try Tail(arguments)
    return try Waiting.run { () async throws(CommandError) in
      var tail = tail
      return try await tail.run()
    }
  }
}

extension SocketTransport {
  /// The transport of a command.
  static func ofCommand() throws(CommandError) -> SocketTransport {
    do {
      return try shared()
    } catch {
      throw CommandError(.failed, "there can be no connections: \(error)")
    }
  }
}
