import Glibc
import RefreshLoop

/// The words for the ways in which a command fails.
enum CommandFailure {
  static func exit(_ status: Int, said: String) -> SourceOutcome {
    let hint =
      switch status {
      case 126: "make the program that it names executable"
      case 127: "check that the program it names is installed and in PATH"
      default: "put the command right"
      }
    let cause = said.isEmpty ? " and wrote nothing to standard error." : ": \(sentence(said))"
    return .failed(
      code: .exit,
      message:
        "The command exited with status \(status)\(cause)\nNothing was added; \(hint), then refresh again.")
  }

  static func signal(_ number: Int, said: String) -> SourceOutcome {
    let name = strsignal(Int32(number)).map { String(cString: $0) } ?? "unknown"
    let cause = said.isEmpty ? "." : ": \(sentence(said))"
    return .failed(
      code: .signal,
      message: "The command was ended from outside by signal \(number) (\(name))\(cause)\n"
        + "Nothing was added; find out what ended it, then refresh again.")
  }

  /// What a command said, ended so that what follows in the same line does not look like its words.
  private static func sentence(_ said: String) -> String {
    let isEnded = said.last.map { ".!?…)\"'".contains($0) } ?? true
    return isEnded ? said : said + "."
  }

  /// - Parameter directory: the folder it was to run in, if one was named.
  static func spawn(_ error: LoopError, in directory: String?) -> SourceOutcome {
    let missing = directory.flatMap { isFolder($0) ? nil : $0 }
    let advice =
      switch (-error.code, missing) {
      case (_, let folder?): "see that the folder \(folder) is there and that this user may enter it"
      case (ENOENT, nil): "check that the program is installed and in PATH"
      case (EACCES, nil): "make the program executable for this user"
      case (E2BIG, nil): "make the command shorter"
      default: "see that the server may start more processes"
      }
    return .failed(
      code: .spawn,
      message:
        "The command could not be started, so nothing was added; \(advice), then refresh again: \(error).")
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && access(path, X_OK) == 0
  }

  static func output(_ error: LoopError) -> SourceOutcome {
    .failed(
      code: .output,
      message: "The command's output could not be read, so nothing was added; refresh again: \(error).")
  }
}
