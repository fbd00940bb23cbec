/// A feed's title as a source tells it.
enum SourceTitle {
  private static let maxCharacters = 200
  /// One character can be of any length.
  private static let maxBytes = 1_600

  /// One clean line within the bounds; `nil` if there is nothing to read in it.
  static func clean(_ bytes: some Collection<UInt8>) -> String? {
    let words = LineText.clean(bytes.prefix(4 * maxBytes)).split(whereSeparator: \.isWhitespace)
    let text = words.joined(separator: " ")
    guard !text.isEmpty else { return nil }
    let short = text.count > maxCharacters ? text.prefix(maxCharacters - 1) + "…" : text[...]
    return LineText.cut(String(short), to: maxBytes)
  }
}
