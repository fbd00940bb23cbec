import CCrypto
import FoundationEssentials
import Glibc
import RefreshWire

/// `refreshd import FEED`: rows from JSON lines, each once however often it is called.
enum ImportCommand {
  /// How much one request brings, whatever comes how fast: the same input must make the same requests.
  private static let batch = (rows: 500, bytes: 500_000)

  static let entry = CommandEntry(
    name: "import", operand: .feed, summary: "appends rows that 'refreshd export' printed",
    about: """
      Reads JSON lines on standard input and appends their texts, as new rows: the server gives them numbers and
      times of its own, so seq, at and run of the old ones are not kept. ('refreshd backup' and 'restore' keep
      everything.) If an import fails, call it again with the whole input: what was appended in the last 24 hours
      is not appended a second time. At the end it says on standard error how many rows are new, and how many were
      there already.
      """,
    options: ServerAddress.options + [
      OptionEntry(
        "key", "TEXT", "appends the same input again if it was imported with another TEXT, or none"),
      OptionEntry("quiet", nil, "do not say how many rows were appended"), Patience.option,
    ],
    examples: [
      "zcat main.jsonl.gz | refreshd import main",
      "refreshd export a | refreshd import b --server https://other.example",
    ],
    statuses: [
      (.failed, "a line is no row, or the server cannot store it; call it again with the whole input"),
      (.connection, "the server could not be reached for as long as --retry says; call it again"),
      (.interrupted, "interrupted by Ctrl-C; standard error says how many rows had been appended"),
      (.hungUp, "as 130, by SIGHUP, which a terminal that is closed sends"),
      (.terminated, "as 130, by SIGTERM"),
    ], run: run)

  private static let run: @Sendable (Arguments) throws(CommandError) -> ExitStatus = {
    (arguments) throws(CommandError) in
    let feed = try arguments.feed()
    let api = try ServerAPI(try ServerAddress(arguments), patience: try Patience(arguments))
    var input = RowInput(isJSON: true, cuts: false)
    let account = AppendAccount(feed, isQuiet: arguments.has("quiet"))
    var appender = Appender(api, to: feed, account)
    let interrupts = account.tellsWhenInterrupted("call it again with the whole input")
    defer { withExtendedLifetime(interrupts) {} }
    if isatty(0) == 1 { StandardError.say("write rows as JSON, a row a line; Ctrl-D ends") }
    do throws(CommandError) {
      try append(&input, &appender, Fingerprint(arguments.text("key") ?? ""))
      // Without a row nobody has asked the server yet, and a mistake would look like success.
      if account.isUnused { try api.checkAppends(to: feed) }
    } catch {
      if !account.isUnused { account.tell() }
      throw error
    }
    account.tell()
    return .ok
  }

  private static func append(_ input: inout RowInput, _ appender: inout Appender, _ start: Fingerprint)
    throws(CommandError)
  {
    var fingerprint = start
    var rows: [String] = []
    var bytes = 0
    while let row = try input.next() {
      rows.append(row)
      bytes += row.utf8.count
      guard rows.count == batch.rows || bytes >= batch.bytes else { continue }
      try append(&rows, &appender, &fingerprint)
      bytes = 0
    }
    if !rows.isEmpty { try append(&rows, &appender, &fingerprint) }
  }

  private static func append(
    _ rows: inout [String], _ appender: inout Appender, _ fingerprint: inout Fingerprint
  ) throws(CommandError) {
    fingerprint.take(rows)
    let mark = fingerprint.text
    try appender.append(rows) { part in "import-\(mark)-\(part.lowerBound)-\(part.count)" }
    rows = []
  }
}

/// What all rows so far come to: rows that are not the same, or not in the same place, come to something else.
struct Fingerprint {
  private var digest: [UInt8]

  init(_ start: String) { digest = Self.digest(Array(start.utf8)) }

  mutating func take(_ rows: [String]) {
    var bytes = digest
    for row in rows {
      withUnsafeBytes(of: UInt32(row.utf8.count).bigEndian) { bytes += $0 }
      bytes += row.utf8
    }
    digest = Self.digest(bytes)
  }

  /// 32 characters.
  var text: String {
    digest.prefix(16).map { byte in String(UInt16(byte) | 0x100, radix: 16).dropFirst() }.joined()
  }

  private static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    let done = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    precondition(done == 1, "libcrypto has no SHA-256")
    return digest
  }
}
