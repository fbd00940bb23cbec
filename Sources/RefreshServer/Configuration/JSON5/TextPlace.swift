/// A place in a file, as editors count: line and column from 1.
struct TextPlace: Hashable, Comparable, Sendable {
  let line: Int
  let column: Int

  /// Whether a place comes before another.
  static func < (left: TextPlace, right: TextPlace) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// Where and why a file is no JSON5.
struct JSON5Fault: Error, Equatable {
  let place: TextPlace
  /// What was found and what was expected.
  let words: String
}
