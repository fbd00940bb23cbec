/// How much is logged; each level includes those before it.
public enum LogLevel: String, Sendable, CaseIterable, Comparable {
  /// What needs the operator.
  case error
  /// What may need the operator.
  case warning
  /// What a server's diary holds: starts, runs, stops.
  case info
  /// Connections and requests.
  case debug

  /// Whether a level is told before another.
  public static func < (left: LogLevel, right: LogLevel) -> Bool {
    allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
  }
}

/// Writes lines to standard error.
public struct Log: Sendable {
  let level: LogLevel
  let format: LogFormat

  /// A log that leaves out what is beyond a level.
  public init(level: LogLevel, format: LogFormat = .text) {
    self.level = level
    self.format = format
  }

  /// What needs the operator.
  func error(_ words: @autoclosure () -> String, _ subject: LogSubject = .nothing) {
    write(.error, words, subject)
  }
  /// What may need the operator.
  func warning(_ words: @autoclosure () -> String, _ subject: LogSubject = .nothing) {
    write(.warning, words, subject)
  }
  /// The diary.
  func info(_ words: @autoclosure () -> String, _ subject: LogSubject = .nothing) {
    write(.info, words, subject)
  }
  /// Connections and requests.
  func debug(_ words: @autoclosure () -> String, _ subject: LogSubject = .nothing) {
    write(.debug, words, subject)
  }

  /// What has a level that differs from case to case.
  func tell(
    _ level: LogLevel, _ words: @autoclosure () -> String, _ subject: LogSubject = .nothing
  ) {
    write(level, words, subject)
  }

  /// Whether lines of a level are written.
  func tells(_ level: LogLevel) -> Bool { level <= self.level }

  private func write(_ level: LogLevel, _ words: () -> String, _ subject: LogSubject) {
    guard tells(level) else { return }
    StandardError.write(LogLine(level, words(), subject).text(format)) { [format] lost in
      let words =
        "\(lost) \(lost == 1 ? "line of this log was" : "lines of this log were") lost because nobody read them"
      return format == .json ? LogLine(.warning, words).text(format) : words + "\n"
    }
  }
}
