import RefreshWire

/// All that is wrong with a configuration file, or at least odd.
final class ConfigurationNotes {
  /// One note.
  private struct Note: Hashable {
    let place: TextPlace
    /// The column if the file breaks the form there; else the field's path, and what is wrong.
    let words: String
  }

  /// How many mistakes are told at most; nobody reads on beyond.
  private static let most = 1_000

  /// The file's name, as the operator wrote it.
  let file: String
  private var mistakeNotes: [Note] = []
  /// The same said twice of one place, as by two ways of looking at it, helps nobody.
  private var noted: Set<Note> = []
  private var untold = 0
  /// Where the last mistake stands that is told, as soon as there are more than enough.
  private var end: TextPlace?
  private var warningNotes: [Note] = []

  init(file: String) {
    self.file = file
  }

  var isInOrder: Bool { mistakeNotes.isEmpty }

  /// What has to be put right, each with its line, in the file's order.
  var mistakes: [String] { inOrder(mistakeNotes).prefix(Self.most).map(text) + rest }

  /// What works and is probably not meant.
  var warnings: [String] { inOrder(warningNotes).map(text) }

  /// Both, in the file's order.
  var everything: [String] {
    let told = inOrder(mistakeNotes).prefix(Self.most)
    let odd = warningNotes.map { Note(place: $0.place, words: " warning:\($0.words)") }
    return inOrder(told + odd).map(text) + rest
  }

  func mistake(_ place: TextPlace, _ words: @autoclosure () -> String) {
    if let end, place > end { untold += 1 } else { note(Note(place: place, words: " \(words())")) }
  }

  /// The file is no JSON5.
  func mistake(_ fault: JSON5Fault) {
    note(Note(place: fault.place, words: "\(fault.place.column): \(fault.words)"))
  }

  func warning(_ place: TextPlace, _ words: String) {
    warningNotes.append(Note(place: place, words: " \(words)"))
  }

  private func note(_ note: Note) {
    guard noted.insert(note).inserted else { return }
    mistakeNotes.append(note)
    // They are found by their kinds and not in the file's order: the first of them are known only from all.
    if mistakeNotes.count == 2 * Self.most {
      mistakeNotes = Array(inOrder(mistakeNotes).prefix(Self.most))
      noted = Set(mistakeNotes)
      untold += Self.most
      end = mistakeNotes.last?.place
    }
  }

  private var rest: [String] {
    let more = untold + max(0, mistakeNotes.count - Self.most)
    return more == 0 ? [] : ["\(file): and \(Counted.words(more, "mistake")) more"]
  }

  private func inOrder(_ notes: [Note]) -> [Note] {
    // What is said of one place stays in its order.
    notes.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
  }

  /// Names in the file may hold what would move a terminal's cursor.
  private func text(_ note: Note) -> String {
    LogLine.oneLine("\(file):\(note.place.line):\(note.words)")
  }
}
