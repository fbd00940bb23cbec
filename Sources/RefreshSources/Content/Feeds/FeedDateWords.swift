/// The words of a written date, read from left to right.
struct FeedDateWords {
  private var rest: Substring.UTF8View
  /// How far east of UTC the last zone that was read is, in milliseconds.
  private(set) var zone: Int64 = 0

  init(_ text: Substring) {
    rest = text.utf8
    skipSpace()
    while let last = rest.last, Self.isSpace(last) { rest.removeLast() }
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Whether nothing more than a remark in brackets follows.
  private var isEndOrRemark: Bool { isAtEnd || rest.first == UInt8(ascii: "(") }

  /// Whether it begins with a year.
  var isNumeric: Bool { rest.count > 4 && rest.prefix(4).allSatisfy(Self.isDigit) }

  mutating func skipSpace() {
    rest = rest.drop(while: Self.isSpace)
  }

  /// Space, or the hyphens of 30-Nov-2026.
  mutating func skipSeparator() {
    rest = rest.drop { Self.isSpace($0) || $0 == UInt8(ascii: "-") }
  }

  /// Skips a character, if it stands here in capital or small.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, first == UInt8(ascii: character) || first == UInt8(ascii: character) | 0x20
    else {
      return false
    }
    rest = rest.dropFirst()
    return true
  }

  mutating func number(digits: ClosedRange<Int>) -> Int? {
    let found = rest.prefix(while: Self.isDigit)
    guard digits.contains(found.count), let number = Int(Substring(found)) else { return nil }
    rest = rest[found.endIndex...]
    return number
  }

  /// A year of two or four digits; those below 50 are of this century.
  mutating func year() -> Int? {
    let before = rest.count
    guard let number = number(digits: 2...4), before - rest.count != 3 else { return nil }
    return before - rest.count == 4 ? number : number + (number < 50 ? 2_000 : 1_900)
  }

  /// A word, in small letters.
  mutating func letters() -> String? {
    let found = rest.prefix { (0x61...0x7A).contains($0 | 0x20) }
    guard !found.isEmpty else { return nil }
    rest = rest[found.endIndex...]
    return Substring(found).lowercased()
  }

  /// hh:mm, with seconds and their parts or without, in milliseconds.
  mutating func clock() -> Int64? {
    guard let hour = number(digits: 1...2), hour < 24, skip(":"), let minute = number(digits: 2...2),
      minute < 60
    else { return nil }
    var milliseconds = Int64(hour * 60 + minute) * 60_000
    if skip(":") {
      // A leap second is 60.
      guard let second = number(digits: 1...2), second <= 60 else { return nil }
      milliseconds += Int64(second) * 1_000
      if skip(".") || skip(",") {
        let parts = rest.prefix(while: Self.isDigit)
        guard !parts.isEmpty else { return nil }
        milliseconds +=
          Int64(Substring(parts.prefix(3)) + String(repeating: "0", count: max(0, 3 - parts.count))) ?? 0
        rest = rest[parts.endIndex...]
      }
    }
    return milliseconds
  }

  /// The zone that ends a date; 0 if none is told.
  mutating func zoneAtEnd() -> Int64? {
    skipSpace()
    zone = 0
    if isAtEnd { return 0 }
    // GMT+01:00 is written, too.
    if let name = letters() {
      guard let hours = Self.zones[name] else { return nil }
      zone = hours * 3_600_000
      skipSpace()
      if isEndOrRemark { return zone }
    }
    let west = skip("-")
    guard west || skip("+"), let (hours, minutes) = offset(), hours < 24, minutes < 60 else { return nil }
    let offset = Int64(hours * 60 + minutes) * 60_000
    zone += west ? -offset : offset
    skipSpace()
    return isEndOrRemark ? zone : nil
  }

  /// The year that stands last in dates as C writes them, a zone before it or not.
  mutating func yearAtEnd() -> Int? {
    skipSpace()
    zone = 0
    if let name = letters() {
      guard let hours = Self.zones[name] else { return nil }
      zone = hours * 3_600_000
      skipSpace()
    }
    guard let year = number(digits: 4...4), isAtEnd else { return nil }
    return year
  }

  /// hh, hhmm or hh:mm
  private mutating func offset() -> (Int, Int)? {
    let before = rest.count
    guard let number = number(digits: 1...4) else { return nil }
    if before - rest.count > 2 { return (number / 100, number % 100) }
    guard skip(":") else { return (number, 0) }
    return self.number(digits: 2...2).map { (number, $0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static let zones: [String: Int64] = [
    "z": 0, "gmt": 0, "ut": 0, "utc": 0, "wet": 0, "bst": 1, "cet": 1, "west": 1, "cest": 2, "eet": 2,
    "eest": 3,
    "msk": 3, "jst": 9, "kst": 9, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8,
    "pdt": -7,
  ]
}
