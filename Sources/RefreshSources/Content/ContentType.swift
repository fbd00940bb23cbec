/// A `Content-Type`, as far as it tells how to read a body.
struct ContentType: Equatable {
  /// `text/html`, in small letters; empty if none was sent.
  var media = ""
  /// The charset as sent, without its quotes.
  var charset: String?

  init(_ header: String?) {
    guard let header else { return }
    let parts = header.prefix(1_000).split(separator: ";", omittingEmptySubsequences: false)
    media = Self.trimmed(parts[0]).lowercased()
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, Self.trimmed(pair[0]).lowercased() == "charset" else { continue }
      let value = Self.trimmed(pair[1]).filter { $0 != "\"" && $0 != "'" }
      if charset == nil, !value.isEmpty { charset = value }
    }
  }

  /// What the sender says that it is, if that tells anything.
  var kind: ContentKind? {
    switch media {
    case "application/rss+xml", "application/atom+xml", "application/rdf+xml": .feed
    case "application/feed+json": .json
    case "text/plain", "text/csv": .lines
    case "text/html", "application/xhtml+xml": .page
    case "text/xml", "application/xml": .xml
    case "application/pdf", "application/zip", "application/gzip": .media
    case let other where Self.isMedia(other): .media
    case let other where other == "application/json" || other == "text/json" || other.hasSuffix("+json"):
      .json
    default: nil
    }
  }

  private static func isMedia(_ media: String) -> Bool {
    ["image/", "audio/", "video/", "font/"].contains { media.hasPrefix($0) } && !media.hasSuffix("+xml")
  }

  private static func trimmed(_ text: Substring) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    var rest = text.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return String(rest)
  }
}
