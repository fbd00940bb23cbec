/// A person's name as others see it.
public enum PersonName {
  /// A name without control and bidi-override characters and without space around it, cut to 40 Unicode scalars at a
  /// character; nil if nothing is left.
  public static func clean(_ name: String?) -> String? {
    guard let name else { return nil }
    var kept = ""
    var space = ""
    var scalars = 0
    for character in String(String.UnicodeScalarView(name.unicodeScalars.lazy.filter { !isRemoved($0) })) {
      let length = character.unicodeScalars.count
      guard scalars + length <= WireBounds.personName else { break }
      if character.isWhitespace {
        if kept.isEmpty { continue }
        space.append(character)
      } else {
        kept += space
        space = ""
        kept.append(character)
      }
      scalars += length
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
