import RefreshClientSockets
import RefreshEngine
import RefreshWire

/// `refreshd pull FEED`: refreshes, as a person does.
enum PullCommand {
  static let entry = CommandEntry(
    name: "pull", operand: .feed,
    summary: "pulls a feed's list, and prints the rows that the refresh brings",
    about: """
      Drags the list's edge, as everybody who watches it sees, until the server takes it for a refresh; waits for
      the refresh's end; and prints its rows on standard output. Where a refresh is under way already, it is joined.
      On a terminal a line shows the pull, who else pulls, and how far the refresh is.
      """,
    options: ServerAddress.options + [
      OptionEntry(
        "edge", "EDGE", "top or bottom (the top, if it can be pulled)", kind: .choice(["top", "bottom"])),
      OptionEntry("begin", nil, "ask for the refresh instead of dragging, as a button does"),
      OptionEntry("name", "TEXT", "the name that others see"),
      OptionEntry("json", nil, "print the rows as JSON objects: seq, at, run, text"),
      OptionEntry(
        "timeout", "SECONDS", "how long to wait for all of it (the policy's deadline and 30 s more)"),
    ],
    examples: [
      "refreshd pull main --name Anna", "refreshd pull orders --begin --json || echo \"ended with $?\"",
    ],
    statuses: [
      (.ok, "the refresh ended well; it may have brought no row"),
      (.failed, "the refresh failed; standard error has its message"), (.cancelled, "somebody cancelled it"),
      (.refused, "a cooldown, no policy, too short a list, a token that does not allow it, no such feed"),
      (.connection, "no connection, or no end in time"),
      (.interrupted, "interrupted by Ctrl-C; a refresh that has begun goes on at the server"),
      (.hungUp, "as 130, by SIGHUP, which a terminal that is closed sends"),
      (.terminated, "as 130, by SIGTERM"),
    ], run: run)

  private static let run: @Sendable (Arguments) throws(CommandError) -> ExitStatus = {
    (arguments) throws(CommandError) in
    let puller = try Puller(arguments)
    return try Waiting.run { () async throws(CommandError) in
      var puller = puller
      return try await puller.run()
    }
  }
}
