extension SourceSpec {
  /// Reads a source in its short form, as a person writes it on the command line.
  /// - Throws: ``SourceSpecError`` with what is wrong and what is allowed.
  public init(parsing text: String) throws(SourceSpecError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let place = parts.count == 2 ? String(parts[1]) : nil
    switch (String(parts[0]), place) {
    case ("lines", nil): self = .lines
    case ("command", let line?): self = .command(line)
    case ("http", let rest?) where rest.hasPrefix("//"), ("https", let rest?) where rest.hasPrefix("//"):
      self = .http(HTTPSpec(url: text))
    case ("file", let path?): self = .file(FileSpec(path: path))
    case ("directory", let path?): self = .directory(DirectorySpec(path: path))
    case _ where text.hasPrefix("/") || text.hasPrefix("./") || text.hasPrefix("~"):
      throw SourceSpecError(
        hint:
          "a path alone does not say what is there: write file: before a file's, or directory: before a folder's",
        text)
    case _ where HTTPAddress.lacksScheme(text):
      throw SourceSpecError(
        hint:
          "the scheme is missing: write http:// or https:// before an address, or file: before a file's path",
        text)
    default: throw SourceSpecError("unknown source \"\(text.prefix(80))\"", text)
    }
    if let mistake = mistakes.first {
      // An address may hold a password.
      let name = text.hasSuffix("://") ? text : "\(parts[0]):"
      throw SourceSpecError("the source \"\(name)\" \(mistake.words)", text)
    }
  }
}

/// A source that cannot be read as one.
public struct SourceSpecError: Error, Equatable, CustomStringConvertible {
  /// The source as it was written.
  public let text: String
  /// What is wrong, and what can be written instead.
  public let description: String

  init(hint: String, _ text: String) {
    self.text = text
    description = hint
  }

  init(_ fault: String, _ text: String) {
    self.text = text
    description =
      "\(fault); this version knows lines (the demo), command:LINE (a shell command, each line of its output a "
      + "row), http://… or https://… (the items of a server's feed, its JSON or its lines), file:PATH (each line that the file has had added) and directory:PATH (each text file that was dropped "
      + "into the folder), for example command:'ls -t | head'"
  }
}
