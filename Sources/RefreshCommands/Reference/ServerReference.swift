/// What the program does beside the commands of this module, as it tells it itself: the manual and the completions are
/// made of it.
public struct ServerReference: Sendable {
  /// A command that does not talk to a server.
  public struct Command: Sendable {
    /// Its words, such as `config` and `check`.
    public var words: [String]
    /// As one writes it, with its options.
    public var usage: String
    /// One line, without a full stop.
    public var summary: String
    /// What a person should know.
    public var about: String
    /// Its options, as one writes them.
    public var options: [(form: String, meaning: String)]
    /// What its exit statuses mean.
    public var statuses: [(status: Int, meaning: String)]
    /// Lines to type.
    public var examples: [String]

    /// A command.
    public init(
      words: [String], usage: String, summary: String, about: String = "",
      options: [(form: String, meaning: String)] = [], statuses: [(status: Int, meaning: String)] = [],
      examples: [String] = []
    ) {
      self.words = words
      self.usage = usage
      self.summary = summary
      self.about = about
      self.options = options
      self.statuses = statuses
      self.examples = examples
    }

    /// Whether a file's name comes right behind its words.
    var takesFile: Bool {
      usage.split(separator: " ").dropFirst(1 + words.count).first == "FILE"
    }
  }

  /// What `refreshd --help` prints.
  public var help: String
  /// The commands, in the order in which help lists them.
  public var commands: [Command]

  /// What there is to tell.
  public init(help: String, commands: [Command]) {
    self.help = help
    self.commands = commands
  }
}
