extension SourceSpec {
  /// Reads a source in its short form, as a person writes it on the command line.
  /// - Throws: ``SourceSpecError`` with what is wrong and what is allowed.
  public init(parsing text: String) throws(SourceSpecError) {
    let prefix = "command:"
    if text == "lines" {
      self = .lines
    } else if text.hasPrefix(prefix) {
      self = .command(String(text.dropFirst(prefix.count)))
    } else {
      throw SourceSpecError("unknown source \"\(text.prefix(80))\"", text)
    }
    if let mistake = mistakes.first {
      throw SourceSpecError("the source \"\(prefix)\" \(mistake.words)", text)
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
