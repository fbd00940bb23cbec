@testable import RefreshSources

/// Feeds for the tests.
enum Feeds {
  static func rss(_ items: String, title: String = "News", link: String = "https://a.example/") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/">
    <channel><title>\(title)</title><link>\(link)</link><image><title>Logo</title></image>
    \(items)
    </channel></rss>
    """
  }

  static func atom(_ entries: String) -> String {
    """
    <?xml version="1.0"?>
    <feed xmlns="http://www.w3.org/2005/Atom"><title type="html">A &amp;amp; B</title><id>urn:f</id>
    <link rel="self" href="https://a.example/feed"/><link href="https://a.example/blog/"/>
    \(entries)
    </feed>
    """
  }

  static func read(
    _ text: String, _ item: ItemText = .title, limits: SourceLimits = SourceLimits(), type: String? = nil
  ) throws -> SourceCatch {
    try ContentReader(.feed(item), limits: limits).read(Array(text.utf8), contentType: type)
  }

  static func texts(_ text: String, _ item: ItemText = .title) throws -> [String] {
    try read(text, item).rows.map(\.text)
  }
}
