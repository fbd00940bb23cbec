import Glibc

/// A file or folder that cannot be read.
struct FileError: Error, Equatable {
  /// For people: what is wrong, and what to do.
  let words: String

  init(_ fault: String, advice: String) {
    words = "\(fault).\nNothing was added; \(advice), then refresh again."
  }

  /// A call that failed with the `errno` of now.
  init(_ path: String, code: Int32 = errno) {
    let reason = String(cString: strerror(code))
    switch code {
    case ENOENT, ENOTDIR:
      self.init("\(path) is not there", advice: "check the path in the configuration, or make it")
    case EACCES, EPERM:
      self.init(
        "\(path) may not be read by this server (\(reason))",
        advice: "let the user that the server runs as read it")
    default: self.init("\(path) cannot be read (\(reason))", advice: "see what is wrong with it")
    }
  }

  var outcome: SourceOutcome { .failed(code: .output, message: words) }
}
