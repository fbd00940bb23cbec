/// The begin of an answer that is a failure, as far as people can read it.
enum HTTPQuote {
  /// How much of an answer is looked at, in bytes.
  static let maxBytes = 4_096
  private static let maxCharacters = 200

  /// On one line; empty if there is nothing to read.
  static func text(_ body: [UInt8], contentType: String?) -> String {
    let media = ContentType(contentType).media
    let isPage = media == "text/html" || media == "application/xhtml+xml"
    guard media.isEmpty || media.hasPrefix("text/") || media.hasSuffix("json") || isPage else { return "" }
    let raw = String(decoding: body.prefix(maxBytes), as: UTF8.self)
    guard !raw.unicodeScalars.contains("\0") else { return "" }
    let words = (isPage ? withoutTags(raw) : raw).split(whereSeparator: \.isWhitespace)
    let text = LineText.clean(words.joined(separator: " ").utf8)
    return text.count > maxCharacters ? text.prefix(maxCharacters - 1) + "…" : text
  }

  /// What stands between the tags of a page, without its scripts and styles.
  private static func withoutTags(_ page: String) -> String {
    var text = ""
    var rest = page[...]
    while let open = rest.firstIndex(of: "<") {
      text += rest[..<open] + " "
      rest = rest[open...]
      let name = rest.dropFirst().prefix { $0.isLetter }.lowercased()
      if name == "script" || name == "style" {
        guard let end = rest.firstRange(of: "</\(name)") else { return text }
        rest = rest[end.lowerBound...].dropFirst()
      }
      guard let close = rest.firstIndex(of: ">") else { return text }
      rest = rest[close...].dropFirst()
    }
    return text + rest
  }
}
