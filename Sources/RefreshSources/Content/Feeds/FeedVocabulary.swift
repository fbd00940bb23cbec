/// What an XML namespace means for a feed.
enum FeedVocabulary {
  /// RSS of any kind: without a namespace, or with one of those that are in use.
  case rss
  /// What holds RSS 0.90 and 1.0.
  case rdf
  /// Atom 1.0 and 0.3.
  case atom
  /// Dublin Core: dates and titles beside RSS.
  case dublinCore
  /// RSS's whole content beside the description.
  case content
  /// Web pages.
  case xhtml
  /// Anything else.
  case other

  /// - Parameters:
  ///   - uri: the namespace's name, `nil` if there is none.
  ///   - hasPrefix: whether the name had a prefix, of which then nobody says what it means.
  init(uri: String?, hasPrefix: Bool) {
    guard let uri else {
      self = hasPrefix ? .other : .rss
      return
    }
    self = Self.names[uri] ?? (uri.hasPrefix("http://backend.userland.com/") ? .rss : .other)
  }

  private static let names: [String: FeedVocabulary] = [
    "http://purl.org/rss/1.0/": .rss,
    "http://my.netscape.com/rdf/simple/0.9/": .rss,
    "http://channel.netscape.com/rdf/simple/0.9/": .rss,
    "http://my.netscape.com/publish/formats/rss-0.91.dtd": .rss,
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": .rdf,
    "http://www.w3.org/2005/Atom": .atom,
    "http://purl.org/atom/ns#": .atom,
    "http://purl.org/dc/elements/1.1/": .dublinCore,
    "http://purl.org/rss/1.0/modules/content/": .content,
    "http://www.w3.org/1999/xhtml": .xhtml,
  ]
}
