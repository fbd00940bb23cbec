/// All that is wrong with a configuration file, or at least odd.
final class ConfigurationNotes {
  /// One note.
  private struct Note: Hashable {
    let line: Int
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
  private var warningNotes: [Note] = []

  init(file: String) {
    self.file = file
  }

  var isInOrder: Bool { mistakeNotes.isEmpty }

  /// Whether further mistakes are only counted.
  var isFull: Bool { mistakeNotes.count >= Self.most }

  /// What has to be put right, each with its line, in the file's order.
  var mistakes: [String] {
    texts(mistakeNotes) + (untold > 0 ? ["\(file): and \(untold) mistakes more"] : [])
  }

  /// What works and is probably not meant.
  var warnings: [String] { texts(warningNotes) }

  func mistake(_ line: Int, _ words: @autoclosure () -> String) {
    if isFull { untold += 1 } else { note(Note(line: line, words: " \(words())")) }
  }

  /// The file is no JSON5.
  func mistake(_ place: TextPlace, _ words: String) {
    note(Note(line: place.line, words: "\(place.column): \(words)"))
  }

  func warning(_ line: Int, _ words: String) {
    warningNotes.append(Note(line: line, words: " \(words)"))
  }

  private func note(_ note: Note) {
    if noted.insert(note).inserted { mistakeNotes.append(note) }
  }

  private func texts(_ notes: [Note]) -> [String] {
    // What is said of one line stays in its order.
    notes.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
      .map { "\(file):\($0.element.line):\($0.element.words)" }
  }
}
