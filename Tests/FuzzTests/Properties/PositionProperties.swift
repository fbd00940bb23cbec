@testable import RefreshWire

/// Each position has one text and each such text one position; other texts are none.
enum PositionProperties {
  static func check(_ input: [UInt8]) throws(BrokenProperty) {
    try checkMade(of: input)
    try promise(Base64URL.decode(Base64URL.encode(input)) == input, "bytes do not come back from their text")
    guard let text = String(validating: input, as: UTF8.self) else { return }
    if let bytes = Base64URL.decode(text) {
      try promise(Array(Base64URL.encode(bytes).utf8) == input, "\(text) is a second text of \(bytes)")
    }
    if let position = Position(text) {
      try promise(Array(position.text.utf8) == input, "\(text) is a second text of \(position)")
      try promise(position.sequence >= 0 && position.digest.count == 16, "\(text) is read as \(position)")
    }
    if let name = FeedName(text) {
      try promise(text.wholeMatch(of: /[a-z0-9][a-z0-9._-]{0,63}/) != nil, "\(text) is a feed's name")
      try promise(Array(name.text.utf8) == input, "\(text) is named \(name)")
    }
    if let name = PersonName.clean(text) {
      try promise(
        PersonName.clean(name).map { Array($0.utf8) } == Array(name.utf8), "\(name) is cleaned twice")
      try promise(name.count <= WireBounds.personName && name.utf8.count <= 1_024, "\(name) is too long")
    }
  }

  private static func checkMade(of input: [UInt8]) throws(BrokenProperty) {
    guard input.count >= 32 else { return }
    let number = { (range: Range<Int>) in input[range].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    let position = Position(
      epoch: number(0..<8), sequence: Int(number(8..<16) >> 1), digest: Array(input[16..<32]))
    try promise(position.text.utf8.count == 43, "\(position.text) is no position's text")
    try promise(Position(position.text) == position, "\(position) does not come back from its text")
  }
}
