/// What content looks like.
enum ContentKind {
  /// A feed in XML.
  case feed
  /// JSON: a JSON Feed, or anything else.
  case json
  /// A web page.
  case page
  /// XML that is neither.
  case xml
  /// Pictures, sounds and the like.
  case media
  /// Lines of text.
  case lines

  /// Looks at the begin of a text in UTF-8.
  init(sniffing text: some Collection<UInt8>) {
    let begin = text.prefix(4_096)
    let first = begin.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    switch first.first {
    case UInt8(ascii: "{"): self = .json
    case UInt8(ascii: "["):
      // Lines of a log often begin with a time in brackets.
      let next = first.dropFirst().first { $0 > 0x20 }
      self = next.map { "\"{[]".utf8.contains($0) } ?? true ? .json : .lines
    case UInt8(ascii: "<"):
      switch Self.rootName(first) {
      case "rss", "feed", "rdf": self = .feed
      case "html": self = .page
      default: self = Self.beginsAsXML(first) ? .xml : .lines
      }
    default: self = .lines
    }
  }

  private static func beginsAsXML(_ text: some Collection<UInt8>) -> Bool {
    let begin = String(decoding: text.prefix(9), as: UTF8.self).lowercased()
    return begin.hasPrefix("<?xml") || begin == "<!doctype"
  }

  /// The local name of the first element or document type, in small letters.
  private static func rootName(_ text: some Collection<UInt8>) -> String? {
    var rest = String(decoding: text, as: UTF8.self).lowercased()[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[open...]
      if rest.hasPrefix("<!--") {
        guard let end = rest.firstRange(of: "-->") else { return nil }
        rest = rest[end.upperBound...]
      } else if rest.hasPrefix("<?") {
        guard let end = rest.firstRange(of: "?>") else { return nil }
        rest = rest[end.upperBound...]
      } else {
        let name = rest.dropFirst().drop { $0 == "!" }.prefix { $0.isLetter || $0 == ":" || $0.isNumber }
        if name == "doctype" {
          let kind = rest.dropFirst(9).drop(while: \.isWhitespace).prefix(while: \.isLetter)
          return String(kind)
        }
        return name.split(separator: ":").last.map(String.init)
      }
    }
    return nil
  }
}
