import RefreshWire

/// What a command was given, read by its entry in the table.
struct Arguments: Sendable {
  let entry: CommandEntry
  let environment: [String: String]
  /// What the program does beside these commands.
  let reference: @Sendable () -> ServerReference
  /// Whether help was asked for instead.
  private(set) var wantsHelp = false
  private var operands: [String] = []
  private var values: [String: String] = [:]

  /// Reads what follows the command's word: options as `--name VALUE` or `--name=VALUE`, and a feed's name.
  /// - Throws: ``CommandError`` that names what is wrong.
  init(
    _ entry: CommandEntry, _ arguments: ArraySlice<String>, environment: [String: String],
    reference: @escaping @Sendable () -> ServerReference = { ServerReference(help: "", commands: []) }
  ) throws(CommandError) {
    self.entry = entry
    self.reference = reference
    self.environment = environment
    var rest = arguments
    while let argument = rest.popFirst() {
      if argument == "--help" || argument == "-h" {
        wantsHelp = true
        return
      }
      if argument.hasPrefix("-"), argument != "-" {
        try take(argument, &rest)
      } else {
        operands.append(argument)
      }
    }
    let wanted = entry.operand == nil ? 0 : 1
    if operands.count > wanted {
      throw usage("'\(operands[wanted])' is too much")
    }
  }

  private mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) throws(CommandError) {
    let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard argument.hasPrefix("--"), let name = parts.first.map(String.init),
      let option = entry.options.first(where: { $0.name == name })
    else {
      throw usage("there is no option \(argument.split(separator: "=").first ?? "")")
    }
    guard option.value != nil else {
      guard parts.count == 1 else { throw usage("--\(name) takes no value") }
      values[name] = ""
      return
    }
    guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
      throw usage("--\(name) needs a value")
    }
    values[name] = value
  }

  /// A mistake of the command line.
  func usage(_ message: String) -> CommandError {
    CommandError(.usage, "\(message); see 'refreshd \(entry.name) --help'")
  }

  /// Whether an option is there.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// An option's value.
  func text(_ name: String) -> String? { values[name] }

  /// An option's value that may not be empty.
  func path(_ name: String) throws(CommandError) -> String? {
    guard let value = values[name] else { return nil }
    guard !value.isEmpty, !value.utf8.contains(0) else { throw usage("--\(name) needs a file's name") }
    return value
  }

  /// A whole number.
  func number(_ name: String, in range: ClosedRange<Int>) throws(CommandError) -> Int? {
    guard let value = values[name] else { return nil }
    guard let number = Int(value), range.contains(number) else {
      throw usage(
        "--\(name) \(value): write a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A number that may have a fraction.
  func decimal(_ name: String, in range: ClosedRange<Double>) throws(CommandError) -> Double? {
    guard let value = values[name] else { return nil }
    guard let number = Double(value), range.contains(number) else {
      throw usage("--\(name) \(value): write a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// One of an enumeration's words.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String, _ type: Choice.Type)
    throws(CommandError) -> Choice?
  {
    guard let value = values[name] else { return nil }
    guard let choice = Choice(rawValue: value) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: " or ")
      throw usage("--\(name) \(value): write \(words)")
    }
    return choice
  }

  /// The feed that the command is about.
  func feed() throws(CommandError) -> FeedName {
    guard let operand = operands.first else {
      throw usage("name a feed: \(entry.form); 'refreshd feeds' lists them")
    }
    return try feed(named: operand)
  }

  /// The word that stands for what the command is to do.
  func word() throws(CommandError) -> String {
    guard case .word(let words) = entry.operand, let operand = operands.first, words.contains(operand) else {
      throw usage("write \(entry.form)")
    }
    return operand
  }

  /// A text as a feed's name.
  func feed(named text: String) throws(CommandError) -> FeedName {
    guard let feed = FeedName(text) else {
      throw usage(
        "'\(text)' is no feed's name: 1 to 64 of a-z 0-9 . _ - that begin with a letter or digit")
    }
    return feed
  }
}
