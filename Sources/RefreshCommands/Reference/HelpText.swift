/// What `refreshd --help` says of the server, taken apart, so that the manual and the completions cannot say
/// anything else.
struct HelpText {
  /// A command or an option, as one writes it, and what it does.
  typealias Entry = (form: String, meaning: String)

  /// The commands that are not the server itself, such as `refreshd backup FILE --db FILE`.
  private(set) var usages: [Entry] = []
  /// The options, by the title that stands above them; the first has none.
  private(set) var sections: [(title: String, options: [Entry])] = [("", [])]
  /// What else is said.
  private(set) var paragraphs: [String] = []
  private(set) var examples: [String] = []

  /// Reads the text.
  init(_ text: String) {
    var title = ""
    var isWithin = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().map(String.init) {
      let indent = line.prefix { $0 == " " }.count
      let words = String(line.dropFirst(indent))
      switch true {
      case words.isEmpty:
        title = ""
        isWithin = false
      case line.hasPrefix("usage: refreshd"): usages.append(Self.parts(String(line.dropFirst(7))))
      case indent == 7 && words.hasPrefix("refreshd "): usages.append(Self.parts(words))
      case indent == 2 && words.hasPrefix("--"):
        if sections[sections.count - 1].title != title, !title.isEmpty { sections.append((title, [])) }
        sections[sections.count - 1].options.append(Self.parts(words))
      case indent == 2 && words.hasPrefix("refreshd"): examples.append(words)
      case indent > 9: goOn(words)
      case indent == 0:
        title = words.hasSuffix(":") ? String(words.dropLast()) : words
        if isWithin {
          paragraphs[paragraphs.count - 1] += " " + words
        } else if !words.hasPrefix("advanced"), words != "examples:" {
          paragraphs.append(words)
          isWithin = true
        }
      default: break
      }
    }
  }

  /// The options of a section, with the names of those that share a line set apart.
  static func names(of form: String) -> [String] {
    form.split(separator: ",").compactMap { part in
      part.split(whereSeparator: { $0 == " " || $0 == "=" || $0 == "[" }).first.map(String.init)
    }.filter { $0.hasPrefix("--") }
  }

  private mutating func goOn(_ words: String) {
    if let last = sections[sections.count - 1].options.indices.last {
      let before = sections[sections.count - 1].options[last].meaning
      sections[sections.count - 1].options[last].meaning = before.isEmpty ? words : before + " " + words
    } else if let last = usages.indices.last {
      let before = usages[last].meaning
      usages[last].meaning = before.isEmpty ? words : before + " " + words
    }
  }

  private static func parts(_ line: String) -> Entry {
    guard let gap = line.firstRange(of: "  ") else { return (line, "") }
    let meaning = line[gap.upperBound...].drop { $0 == " " }
    return (String(line[..<gap.lowerBound]), String(meaning))
  }
}
