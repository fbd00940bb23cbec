/// A person's name as others see it.
public enum PersonName {
  /// What a name takes at most, in bytes of UTF-8: a character may be made of any number of marks.
  private static let maxBytes = 1_024

  /// A name without control and bidi-override characters and without space around it, cut to 40 characters; nil if
  /// nothing is left.
  public static func clean(_ name: String?) -> String? {
    guard let name else { return nil }
    var kept = ""
    var space = ""
    var characters = 0
    var bytes = 0
    for character in String(String.UnicodeScalarView(name.unicodeScalars.lazy.filter { !isRemoved($0) })) {
      characters += 1
      bytes += character.utf8.count
      guard characters <= WireBounds.personName, bytes <= maxBytes else { break }
      if character.isWhitespace {
        if kept.isEmpty {
          characters = 0
          continue
        }
        space.append(character)
      } else {
        kept += space
        space = ""
        kept.append(character)
      }
    }
    return kept.isEmpty ? nil : kept
  }

  private static func isRemoved(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: scalar.properties.generalCategory == .control
    }
  }
}
