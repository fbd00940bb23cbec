/// Which source a feed has, as a person writes it on the command line or in the configuration.
public enum SourceSpec: Equatable, Sendable {
  /// `lines`: the demo, one more "Line N" a run.
  case lines
  /// `command:LINE`: a shell command line; each line of its output is a row.
  case command(String)

  /// Reads a source as written.
  /// - Throws: ``SourceSpecError`` with what is wrong and what is allowed.
  public init(parsing text: String) throws(SourceSpecError) {
    let prefix = "command:"
    if text == "lines" {
      self = .lines
    } else if text.hasPrefix(prefix) {
      let line = String(text.dropFirst(prefix.count))
      guard line.contains(where: { !$0.isWhitespace }) else {
        throw SourceSpecError("the source \"command:\" has no command line", text)
      }
      guard !line.utf8.contains(0) else {
        throw SourceSpecError("the command line of a source contains a NUL character", text)
      }
      self = .command(line)
    } else {
      throw SourceSpecError("unknown source \"\(text.prefix(80))\"", text)
    }
  }

  /// The source that it stands for.
  public func source(limits: SourceLimits = SourceLimits()) -> any RefreshSource {
    switch self {
    case .lines: LinesSource()
    case .command(let line): CommandSource(line, limits: limits)
    }
  }
}

/// A source that cannot be read as one.
public struct SourceSpecError: Error, Equatable, CustomStringConvertible {
  /// The source as it was written.
  public let text: String
  /// What is wrong, and what can be written instead.
  public let description: String

  init(_ fault: String, _ text: String) {
    self.text = text
    description =
      "\(fault); this version knows lines (the demo) and command:LINE (a shell command, each line of its "
      + "output a row), for example command:'ls -t | head'"
  }
}
