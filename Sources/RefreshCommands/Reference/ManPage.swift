/// The manual page, refreshd(1), in the language of man(7).
struct ManPage {
  /// What the paragraph of the help on exit statuses begins with.
  private static let statuses = "Exit status: "

  private let known: KnownCommands
  private var lines: [String] = []

  /// The page's text.
  static func text(_ reference: ServerReference) -> String {
    var page = ManPage(known: KnownCommands(reference))
    page.write()
    return page.lines.joined(separator: "\n") + "\n"
  }

  private init(known: KnownCommands) { self.known = known }

  private mutating func write() {
    // What is to be typed must not be hyphenated, nor spaced out.
    lines = [#".TH REFRESHD 1 "" "refreshd" "User Commands""#, ".nh", ".ad l"]
    section("NAME")
    lines.append(#"refreshd \- pull\-to\-refresh that a whole room shares"#)
    section("SYNOPSIS")
    for (number, form) in (known.help.usages.map(\.form)).enumerated() {
      if number > 0 { lines.append(".br") }
      lines.append(bold(form))
    }
    section("DESCRIPTION")
    text(
      "A list is open on many screens. Somebody pulls it down. Everybody sees the pull while it happens, the refresh "
        + "runs once on the server, and its rows appear everywhere at the same moment. The commands look after the "
        + "server's database, or talk to a server that runs.")
    for paragraph in known.help.paragraphs where !paragraph.hasPrefix(Self.statuses) { text(paragraph) }
    writeServer()
    writeCommands()
    writeRest()
  }

  private mutating func writeServer() {
    section("OPTIONS OF THE SERVER")
    for (title, options) in known.help.sections {
      if !title.isEmpty { lines.append(".SS " + quoted(title.prefix(1).uppercased() + title.dropFirst())) }
      for option in options { term(option.form, option.meaning) }
    }
  }

  private mutating func writeCommands() {
    section("COMMANDS")
    for entry in Commands.all {
      command("\(entry.form) [options]", entry.summary, entry.about)
      for option in entry.options { term(option.form, option.meaning) }
      end(entry.statuses.map { (Int($0.status.rawValue), $0.meaning) }, entry.examples)
    }
    // What only lists the words of a command says nothing that its words do not.
    for page in known.pages where !known.pages.contains(where: { $0.words.dropLast() == page.words[...] }) {
      command(page.usage, page.summary, page.about)
      for option in page.options { term(option.form, option.meaning) }
      end(page.statuses, page.examples)
    }
  }

  private mutating func command(_ usage: String, _ summary: String, _ about: String) {
    lines.append(".SS " + quoted(usage))
    text(summary.prefix(1).uppercased() + summary.dropFirst() + ".")
    text(about)
  }

  private mutating func end(_ statuses: [(status: Int, meaning: String)], _ examples: [String]) {
    if !statuses.isEmpty {
      text("Exit status:")
      for status in statuses { term(String(status.status), status.meaning) }
    }
    if !examples.isEmpty { example(examples) }
  }

  private mutating func writeRest() {
    section("EXIT STATUS")
    for paragraph in known.help.paragraphs where paragraph.hasPrefix(Self.statuses) {
      text("Of the server: " + paragraph.dropFirst(Self.statuses.count))
    }
    text("Of the commands that talk to a server:")
    term("0", "it is done")
    term("1", "it did not work; of pull: the refresh failed")
    term("2", "of pull: the refresh was cancelled")
    term(
      "3",
      "the server refuses it: a cooldown, no policy, no such feed, a token that does not allow it, too much at once"
    )
    term("4", "the server cannot be reached, or does not answer in time")
    term("64", "the command line is wrong")
    term(
      "130",
      "of pull, append and import: Ctrl-C came before the end, and a refresh that has begun goes on at the server"
    )
    term("129", "as 130, by SIGHUP, which a terminal that is closed sends")
    term("143", "as 130, by SIGTERM")
    section("ENVIRONMENT")
    term("REFRESHD_SERVER", "the server that the commands talk to, where --server does not say")
    term("REFRESHD_TOKEN", "the token that they show it, where --token-file does not say")
    term("SSL_CERT_FILE", "the authorities that are believed by https, in the place of the system's")
    term("NO_COLOR", "if it is not empty, nothing is coloured")
    if !known.help.examples.isEmpty {
      section("EXAMPLES")
      example(known.help.examples)
    }
    section("SEE ALSO")
    lines.append(".BR curl (1),\n.BR sqlite3 (1),\n.BR systemd.service (5)")
  }

  private mutating func section(_ title: String) { lines.append(".SH " + title) }

  private mutating func text(_ words: some StringProtocol) {
    lines += [".PP", plain(words.split(whereSeparator: \.isWhitespace).joined(separator: " "))]
  }

  private mutating func term(_ form: String, _ meaning: String) {
    lines += [".TP", bold(form), plain(meaning.isEmpty ? "see above" : meaning)]
  }

  private mutating func example(_ examples: [String]) {
    lines += [".PP", ".RS 4", ".nf"] + examples.map(plain) + [".fi", ".RE"]
  }

  private func bold(_ words: String) -> String { "\\fB" + escaped(words) + "\\fR" }
  private func quoted(_ words: String) -> String {
    "\"" + escaped(words).replacing("\"", with: "\\(dq") + "\""
  }

  private func plain(_ words: String) -> String {
    let text = escaped(words)
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  private func escaped(_ words: String) -> String {
    var result = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "…": result += "..."
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
