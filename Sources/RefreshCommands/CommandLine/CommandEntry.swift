/// One option of a command, as its help, its manual page and a shell's completion tell it.
public struct OptionEntry: Sendable {
  /// What an option's value is, for a shell that completes it.
  public enum Kind: Equatable, Sendable {
    /// Anything.
    case text
    /// A file's name.
    case file
    /// A feed's name.
    case feed
    /// One of these words.
    case choice([String])
  }

  /// The name, without the dashes.
  public var name: String
  /// What stands for its value; nil if it has none.
  public var value: String?
  /// What it does.
  public var meaning: String
  /// What its value is.
  public var kind: Kind

  /// An option.
  public init(_ name: String, _ value: String? = nil, _ meaning: String, kind: Kind = .text) {
    self.name = name
    self.value = value
    self.meaning = meaning
    self.kind = kind
  }

  /// As one writes it: `--server URL`.
  var form: String { "--\(name)" + (value.map { " \($0)" } ?? "") }
}

/// One command: the table of these is what the command line is read by, and what all that describes it is made of.
struct CommandEntry: Sendable {
  /// What follows a command's word.
  enum Operand: Equatable, Sendable {
    /// A feed's name.
    case feed
    /// One of these words.
    case word([String])
  }

  let name: String
  let operand: Operand?
  /// One line, without a full stop.
  let summary: String
  /// What a person should know, in paragraphs.
  let about: String
  let options: [OptionEntry]
  let examples: [String]
  /// What its exit statuses mean, beside 0 and 64.
  let statuses: [(status: ExitStatus, meaning: String)]
  let run: @Sendable (Arguments) throws(CommandError) -> ExitStatus

  /// As one writes it, without options.
  var form: String {
    switch operand {
    case nil: "refreshd \(name)"
    case .feed: "refreshd \(name) FEED"
    case .word(let words): "refreshd \(name) \(words.joined(separator: "|"))"
    }
  }
}
