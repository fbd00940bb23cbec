/// All commands of the program, the server's own included, as the manual and the completions list them.
struct KnownCommands {
  /// One command.
  struct Known {
    let name: String
    let form: String
    let summary: String
    let operand: CommandEntry.Operand?
    let options: [OptionEntry]
    /// Behind which of its words a file's name comes; an empty one is the command's own.
    var files: [String] = []
  }

  /// What the server is started with.
  let server: [OptionEntry]
  let commands: [Known]
  let help: HelpText
  /// What is told of the commands that do not talk to a server.
  let pages: [ServerReference.Command]

  init(_ reference: ServerReference) {
    help = HelpText(reference.help)
    pages = reference.commands
    server = help.sections.flatMap(\.options).flatMap { option in
      HelpText.names(of: option.form).map { Self.option($0, form: option.form, option.meaning) }
    }
    commands =
      Commands.all.map {
        Known(
          name: $0.name, form: $0.form, summary: $0.summary, operand: $0.operand,
          options: $0.options + [Self.help])
      } + Self.merged(pages.filter { $0.words != ["help"] })
  }

  private static let help = OptionEntry("help", nil, "print how it is used")

  /// One of each name: a command that has several forms has as many pages.
  private static func merged(_ pages: [ServerReference.Command]) -> [Known] {
    var known: [Known] = []
    for page in pages where !known.contains(where: { $0.name == page.words[0] }) {
      let forms = pages.filter { $0.words[0] == page.words[0] }
      let words = forms.compactMap { $0.words.dropFirst().first }
      var seen: Set<String> = []
      let options = forms.flatMap(\.options).flatMap { option in
        HelpText.names(of: option.form).map { Self.option($0, form: option.form, option.meaning) }
      }
      known.append(
        Known(
          name: page.words[0], form: page.usage, summary: page.summary,
          operand: words.isEmpty ? nil : .word(words),
          options: options.filter { seen.insert($0.name).inserted } + [help],
          files: forms.filter(\.takesFile).map { $0.words.dropFirst().first ?? "" }))
    }
    return known
  }

  /// An option as it stands in a line of the help.
  private static func option(_ name: String, form: String, _ meaning: String) -> OptionEntry {
    let words = form.split(whereSeparator: { " ,[]".contains($0) }).map(String.init)
    let at = words.firstIndex(of: name)
    let value = at.flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }.flatMap {
      $0.hasPrefix("--") ? nil : $0
    }
    let kind: OptionEntry.Kind =
      switch value {
      case .some(let value) where value.contains("|"):
        .choice(value.split(separator: "|").map(String.init))
      case "FILE", "DIR": .file
      case "FEED": .feed
      default: .text
      }
    return OptionEntry(String(name.dropFirst(2)), value, meaning, kind: kind)
  }
}
