import FoundationEssentials
import Glibc

/// The commands that talk to a server: for people at a terminal, and for scripts.
public enum Commands {
  /// The table of them, in the order in which help lists them.
  static let all: [CommandEntry] = [
    FeedsCommand.entry, TailCommand.entry, PullCommand.entry, AppendCommand.entry, RunsCommand.entry,
    ExportCommand.entry, ImportCommand.entry, DriveCommand.entry, CompletionsCommand.entry, ManCommand.entry,
  ]

  /// Their words.
  public static var words: [String] { all.map(\.name) }

  /// Lines for `refreshd --help`, one a command.
  public static var overview: String {
    all.map { entry in
      let form = entry.form
      return "       \(form)\(String(repeating: " ", count: max(2, 35 - form.count)))\(entry.summary)\n"
    }.joined()
  }

  /// Runs a command to its end, if the first argument is the word of one.
  /// - Parameters:
  ///   - arguments: those of the process, its own name included.
  ///   - reference: what the program does beside these, for the manual and the completions.
  /// - Returns: the exit status; nil if it is none of these commands.
  public static func main(
    _ arguments: [String], environment: [String: String],
    reference: @escaping @autoclosure @Sendable () -> ServerReference
  ) -> Int32? {
    var arguments = arguments
    // `refreshd help tail` is another way to write `refreshd tail --help`.
    if arguments.count > 2, arguments[1] == "help", words.contains(arguments[2]) {
      arguments = [arguments[0], arguments[2], "--help"]
    }
    guard arguments.count > 1, let entry = all.first(where: { $0.name == arguments[1] }) else { return nil }
    StandardOutput.reserveDescriptors()
    signal(SIGPIPE, SIG_IGN)
    setlocale(LC_ALL, "")
    do throws(CommandError) {
      let given = try Arguments(
        entry, arguments[2...], environment: environment, reference: reference)
      if given.wantsHelp {
        try StandardOutput.print(CommandHelp.text(of: entry))
        return 0
      }
      return try entry.run(given).rawValue
    } catch {
      if !error.message.isEmpty { StandardError.say("refreshd \(entry.name): \(error.message)") }
      return error.status.rawValue
    }
  }
}
