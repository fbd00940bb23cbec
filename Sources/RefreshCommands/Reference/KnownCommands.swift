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
      let words = usage.form.split(separator: " ").dropFirst().map(String.init)
      guard let word = words.first, word.first?.isLetter == true, !own.contains(word) else { return nil }
      let options = usage.form.split(whereSeparator: { " []|".contains($0) }).map(String.init).filter {
        $0.hasPrefix("--")
      }
      var seen: Set<String> = []
      let second = words.dropFirst().first.flatMap {
        $0.allSatisfy(\.isLowercase) ? CommandEntry.Operand.word([$0]) : nil
      }
      return Known(
        name: word, form: usage.form, summary: usage.meaning, operand: second,
        options: options.filter { seen.insert($0).inserted }.map { Self.option($0, form: usage.form, "") }
          + [Self.help])
    }
    commands =
      Commands.all.map {
        Known(
          name: $0.name, form: $0.form, summary: $0.summary, operand: $0.operand,
          options: $0.options + [Self.help])
      } + Self.merged(servers)
  }

  private static let help = OptionEntry("help", nil, "print how it is used")

  /// What the program does itself, beside the server: their operands may be files.
  var files: [String] { commands.map(\.name).filter { name in !Commands.all.contains { $0.name == name } } }

  /// One of each name: a command that has several forms stands in as many lines.
  private static func merged(_ all: [Known]) -> [Known] {
    all.reduce(into: []) { result, next in
      guard let at = result.firstIndex(where: { $0.name == next.name }) else { return result.append(next) }
      var words: [String] = []
      if case .word(let these) = result[at].operand { words += these }
      if case .word(let those) = next.operand { words += those }
      let known = result[at]
      result[at] = Known(
        name: known.name, form: known.form, summary: known.summary,
        operand: words.isEmpty ? nil : .word(words),
        options: known.options
          + next.options.filter { option in !known.options.contains { $0.name == option.name } })
    }
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
