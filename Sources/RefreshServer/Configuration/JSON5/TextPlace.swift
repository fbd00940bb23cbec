/// A place in a file, as editors count: line and column from 1.
struct TextPlace: Equatable, Sendable {
  let line: Int
  let column: Int
}

/// Where and why a file is no JSON5.
struct JSON5Fault: Error, Equatable {
  let place: TextPlace
  /// What was found and what was expected.
  let words: String
}
