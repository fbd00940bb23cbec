/// All commands of the program, the server's own included, as the manual and the completions list them.
struct KnownCommands {
  /// One command.
  struct Known {
    let name: String
    let form: String
    let summary: String
    let operand: CommandEntry.Operand?
    let options: [OptionEntry]
  }

  /// What the server is started with.
  let server: [OptionEntry]
  let commands: [Known]
  let help: HelpText

  init(serverHelp: String) {
    help = HelpText(serverHelp)
    server = help.sections.flatMap(\.options).flatMap { option in
      HelpText.names(of: option.form).map { Self.option($0, form: option.form, option.meaning) }
    }
    let own = Set(Commands.all.map(\.name))
    let servers = help.usages.compactMap { usage -> Known? in
      guard let word = usage.form.split(separator: " ").dropFirst().first.map(String.init),
        word.first?.isLetter == true, !own.contains(word)
      else { return nil }
      let options = usage.form.split(separator: "[").flatMap { part in
        HelpText.names(of: String(part))
          + part.split(separator: " ").map(String.init).filter { $0.hasPrefix("--") }
      }
      var seen: Set<String> = []
      return Known(
        name: word, form: usage.form, summary: usage.meaning, operand: nil,
        options: options.filter { seen.insert($0).inserted }.map { Self.option($0, form: usage.form, "") })
    }
    commands =
      Commands.all.map {
        Known(
          name: $0.name, form: $0.form, summary: $0.summary, operand: $0.operand,
          options: $0.options + [OptionEntry("help", nil, "print how it is used")])
      } + servers
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
      default: .text
      }
    return OptionEntry(String(name.dropFirst(2)), value, meaning, kind: kind)
  }
}
