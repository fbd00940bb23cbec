import FoundationEssentials
import Glibc
import RefreshWire

/// `refreshd append FEED`: rows from standard input.
enum AppendCommand {
  /// How much text one request may bring, in bytes.
  static let batchBytes = 1_000_000

  static let entry = CommandEntry(
    name: "append", operand: .feed, summary: "appends what comes on standard input, a row a line",
    about: """
      Rows are appended as they come, and several at a time when they come fast. Each request has a key, so
      that it can be repeated when the connection is lost or the server is busy or restarted: no row is lost,
      and none is appended twice. At the end it says on standard error how many rows were appended.
      """,
    options: ServerAddress.options + [
      OptionEntry("json", nil, "each line is a JSON object with a text, or a JSON string"),
      OptionEntry("cut", nil, "cut lines that are longer than a row's 8192 bytes instead of ending there"),
      OptionEntry("quiet", nil, "do not say how many rows were appended"), Patience.option,
    ],
    examples: [
      "echo 'build 17 is done' | refreshd append builds",
      "tail -F -n 0 app.log | refreshd append log --cut --quiet",
    ],
    statuses: [
      (.failed, "a line is no row, or the server cannot store it; what was appended before stays"),
      (.connection, "the server could not be reached for as long as --retry says"),
      (.interrupted, "interrupted by Ctrl-C; standard error says how many rows had been appended"),
      (.hungUp, "as 130, by SIGHUP, which a terminal that is closed sends"),
      (.terminated, "as 130, by SIGTERM"),
    ], run: run)

  private static let run: @Sendable (Arguments) throws(CommandError) -> ExitStatus = {
    (arguments) throws(CommandError) in
    let feed = try arguments.feed()
    let api = try ServerAPI(try ServerAddress(arguments), patience: try Patience(arguments))
    var input = RowInput(isJSON: arguments.has("json"), cuts: arguments.has("cut"))
    let account = AppendAccount(feed, isQuiet: arguments.has("quiet"))
    var appender = Appender(api, to: feed, account)
    let interrupts = account.tellsWhenInterrupted("'refreshd tail \(feed.text)' shows it")
    defer { withExtendedLifetime(interrupts) {} }
    if isatty(0) == 1 { StandardError.say("write rows, a row a line; Ctrl-D ends") }
    do throws(CommandError) {
      try append(&input, &appender)
    } catch {
      if !account.isUnused { account.tell() }
      throw error
    }
    // Without a row nobody has asked the server yet, and a mistake would look like success.
    if account.isUnused { try api.checkAppends(to: feed) }
    if input.repaired > 0 {
      StandardError.say(
        "\(Counted.words(input.repaired, "row")) held bytes that are not UTF-8: they are U+FFFD now")
    }
    account.tell()
    return .ok
  }

  private static func append(_ input: inout RowInput, _ appender: inout Appender) throws(CommandError) {
    let session = String(UInt64.random(in: .min ... .max), radix: 36)
    var batch: [String] = []
    var bytes = 0
    var sent = 0
    var failure: CommandError?
    while failure == nil {
      var row: String?
      do throws(CommandError) {
        row = try input.next()
      } catch {
        // The rows before the one that is none are good.
        failure = error
      }
      if let row {
        batch.append(row)
        bytes += row.utf8.count
        if batch.count < appender.most, bytes < batchBytes, input.isReady { continue }
      }
      if !batch.isEmpty {
        // A part of a batch that the server wants in halves is another request, with another key.
        try appender.append(batch) { part in "append-\(session)-\(sent + part.lowerBound)-\(part.count)" }
        sent += batch.count
        batch = []
        bytes = 0
      }
      if row == nil { break }
    }
    if let failure { throw failure }
  }
}
