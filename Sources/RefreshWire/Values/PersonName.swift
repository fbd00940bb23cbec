/// A person's name as others see it.
public enum PersonName {
  /// What a name takes at most, in bytes of UTF-8: a character may be made of any number of marks.
  private static let maxBytes = 1_024

  /// A name without control characters and those that turn the direction of text and without space around it, cut to 40
  /// characters and 1,024 bytes; nil if nothing is left that can be seen. Only a first character that is too long by
  /// itself is cut within.
  public static func clean(_ name: String?) -> String? {
    guard let name else { return nil }
    var kept = ""
    var space = ""
    var characters = 0
    var bytes = 0
    for character in String(String.UnicodeScalarView(name.unicodeScalars.lazy.filter { !isRemoved($0) })) {
      if kept.isEmpty, character.isWhitespace { continue }
      characters += 1
      bytes += character.utf8.count
      guard characters <= WireBounds.personName, bytes <= maxBytes else {
        if kept.isEmpty { kept = start(of: character) }
        break
      }
      if character.isWhitespace {
        space.append(character)
      } else {
        kept += space
        space = ""
        kept.append(character)
      }
    }
    return kept.unicodeScalars.contains(where: isSeen) ? kept : nil
  }

  /// As many scalars of a character as a name takes.
  private static func start(of character: Character) -> String {
    var start = ""
    var bytes = 0
    for scalar in character.unicodeScalars {
      bytes += UTF8.width(scalar)
      guard bytes <= maxBytes else { break }
      start.unicodeScalars.append(scalar)
    }
    return start
  }

  /// Whether there is anything to see: joiners, fillers and marks without a letter are nobody's name.
  private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isDefaultIgnorableCodePoint || scalar.value == 0x2800 { return false }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: false
    default: true
    }
  }

  private static func isRemoved(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
    default: scalar.properties.generalCategory == .control
    }
  }
}
