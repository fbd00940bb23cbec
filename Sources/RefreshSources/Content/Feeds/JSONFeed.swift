import RefreshWire

/// A feed in JSON, by jsonfeed.org's version 1 and 1.1.
enum JSONFeed {
  /// Whether a document says that it is one.
  static func isOne(_ document: JSONDocument) -> Bool {
    let version = JSONValue(document, 0, path: "").member("version")
    return version?.string?.contains("jsonfeed.org/version/") == true
  }

  /// Reads a document.
  /// - Throws: ``ContentError`` if it is no feed.
  static func read(_ document: JSONDocument, maxItems: Int) throws(ContentError) -> Feed {
    let outermost = JSONValue(document, 0, path: "")
    guard let items = outermost.member("items"), items.kind == .array else {
      throw ContentError("The JSON is no JSON Feed: it has no array \"items\"\(outermost.names)")
    }
    var feed = Feed()
    feed.title = FeedText(outermost.member("title")?.string ?? "").line
    feed.link = outermost.member("home_page_url")?.string ?? outermost.member("feed_url")?.string ?? ""
    var number = 0
    try document.forEach(of: items.index) { (_, index) throws(ContentError) in
      defer { number += 1 }
      guard feed.items.count < maxItems else { return feed.isTruncated = true }
      let value = JSONValue(document, index, path: "items[\(number)]")
      guard value.kind == .object else {
        throw ContentError(
          "The JSON Feed cannot be read: \(value.path) is \(value.word), where an item should be")
      }
      feed.items.append(try item(value))
    }
    return feed
  }

  private static func item(_ value: JSONValue) throws(ContentError) -> FeedItem {
    var item = FeedItem()
    // A number is allowed, too.
    item.id = try value.member("id")?.text() ?? ""
    item.title = value.member("title")?.string.map { FeedText($0) }
    item.summary = value.member("summary")?.string.map { FeedText($0) }
    item.content =
      value.member("content_text")?.string.map { FeedText($0) }
      ?? value.member("content_html")?.string.map { FeedText($0, .html) }
    item.link = value.member("url")?.string ?? value.member("external_url")?.string ?? ""
    item.published = value.member("date_published")?.string ?? ""
    item.updated = value.member("date_modified")?.string ?? ""
    return item
  }
}
