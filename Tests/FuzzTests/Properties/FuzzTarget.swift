/// What is fed with arbitrary bytes.
enum FuzzTarget: String, CaseIterable {
  /// Messages of both directions, and bodies of rows.
  case wire
  /// The bytes of a connection that speaks HTTP.
  case http
  /// Positions, feed names and what they are made of.
  case position
  /// What servers answer and files hold, and how far sources of them were.
  case content

  /// Holds what becomes of an input against what is promised of every input.
  func check(_ input: [UInt8]) throws(BrokenProperty) {
    switch self {
    case .wire: try WireProperties.check(input)
    case .http: try HTTPProperties.check(input)
    case .position: try PositionProperties.check(input)
    case .content: try ContentProperties.check(input)
    }
  }
}

/// A promise that an input breaks.
struct BrokenProperty: Error, CustomStringConvertible {
  let description: String
}

/// Throws if something that is promised does not hold.
func promise(_ holds: Bool, _ words: @autoclosure () -> String) throws(BrokenProperty) {
  if !holds { throw BrokenProperty(description: words()) }
}

/// Whether bytes are UTF-8, by the standard library's own reading.
func isUTF8(_ bytes: some Sequence<UInt8>) -> Bool {
  String(validating: Array(bytes), as: UTF8.self) != nil
}
