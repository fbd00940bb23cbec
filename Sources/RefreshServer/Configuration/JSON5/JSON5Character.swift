/// The kinds of characters that JSON5 tells apart.
enum JSON5Character {
  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\u{0B}", "\u{0C}", " ", "\u{A0}", "\u{FEFF}": true
    default: isLineEnd(scalar) || (!scalar.isASCII && scalar.properties.generalCategory == .spaceSeparator)
    }
  }

  static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// Whether a name without quotes may begin with it.
  static func isStart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "$", "_": return true
    default: break
    }
    guard !scalar.isASCII else { return false }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
      true
    default: false
    }
  }

  /// Whether it may stand in a name without quotes.
  static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if isStart(scalar) || isDigit(scalar) { return true }
    guard !scalar.isASCII else { return false }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: true
    default: scalar == "\u{200C}" || scalar == "\u{200D}"
    }
  }

  /// The character as a person can be told of it.
  static func words(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator, .spaceSeparator:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    default: return "'\(scalar)'"
    }
  }

  static func hexDigit(_ scalar: Unicode.Scalar?) -> UInt32? {
    guard let scalar, scalar.isASCII else { return nil }
    return Character(scalar).hexDigitValue.map(UInt32.init)
  }
}
