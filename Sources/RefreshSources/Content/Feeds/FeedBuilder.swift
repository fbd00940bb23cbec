/// Puts a feed together from the elements of its document.
struct FeedBuilder {
  /// What an open element is.
  private enum Place {
    /// `rss`, or what holds RSS 1.0.
    case root
    /// RSS's `channel`, Atom's `feed`.
    case channel
    /// RSS's `item`, Atom's `entry`.
    case item
    /// What the channel or the item says about itself, being collected.
    case field(Field)
    /// An element in a field: text of it, without the tag.
    case markup
    /// Of no interest, with all that is in it.
    case skipped
  }

  private enum Field {
    case title, summary, content, id, link, published, updated
  }

  private(set) var feed = Feed()
  private let maxItems: Int
  private var places: [Place] = []
  private var item: FeedItem?
  private var collected = FeedText()
  /// What links in the channel and in the item start from.
  private var channelBase = ""
  /// Whether the id that is being collected may also be the link.
  private var idIsLink = false

  init(maxItems: Int) { self.maxItems = maxItems }

  /// - Returns: what is wrong, if the document is no feed.
  mutating func begin(_ element: XMLElement) -> String? {
    switch places.last {
    case nil:
      guard let root = Self.root(element) else {
        return "the outermost element is <\(element.name.prefix(40))>, so it is no RSS or Atom feed"
      }
      channelBase = element.attribute("base") ?? ""
      places.append(root)
    case .root: places.append(Self.isFeedPart(element, "channel") ? .channel : beginItem(element))
    case .channel: places.append(field(element, isChannel: true) ?? beginItem(element))
    case .item: places.append(field(element, isChannel: false) ?? .skipped)
    case .field, .markup:
      if HTMLNames.block.contains(element.name) { collected.space() }
      places.append(.markup)
    case .skipped: places.append(.skipped)
    }
    return nil
  }

  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    switch places.last {
    case .field, .markup: collected.append(bytes)
    default: break
    }
  }

  mutating func end() {
    switch places.popLast() {
    case .field(let field): finish(field)
    case .item:
      if let item { feed.items.append(item) }
      item = nil
    case .channel:
      if feed.link.isEmpty { feed.link = channelBase }
    default: break
    }
  }

  private static func root(_ element: XMLElement) -> Place? {
    switch (element.name, element.vocabulary) {
    case ("rss", .rss), ("RDF", .rdf): .root
    case ("feed", .atom): .channel
    default: nil
    }
  }

  private static func isFeedPart(_ element: XMLElement, _ name: String) -> Bool {
    element.name == name && (element.vocabulary == .rss || element.vocabulary == .atom)
  }

  private mutating func beginItem(_ element: XMLElement) -> Place {
    guard item == nil, Self.isFeedPart(element, "item") || Self.isFeedPart(element, "entry") else {
      return .skipped
    }
    guard feed.items.count < maxItems else {
      feed.isTruncated = true
      return .skipped
    }
    var begun = FeedItem()
    // RSS 1.0 gives an item its identity there.
    begun.id = element.attribute("about") ?? ""
    begun.base = FeedItem.resolved(element.attribute("base") ?? channelBase, from: channelBase)
    item = begun
    return .item
  }

  private mutating func field(_ element: XMLElement, isChannel: Bool) -> Place? {
    guard let field = Self.meaning(element) else { return nil }
    if case .link = field, element.vocabulary == .atom {
      linked(element, isChannel: isChannel)
      return .skipped
    }
    if isChannel, field != .title, field != .link { return .skipped }
    collected = FeedText(Self.markup(element))
    idIsLink = element.name == "guid" && element.attribute("isPermaLink") != "false"
    return .field(field)
  }

  private static func meaning(_ element: XMLElement) -> Field? {
    switch (element.vocabulary, element.name) {
    case (.rss, "title"), (.atom, "title"), (.dublinCore, "title"): .title
    case (.rss, "description"), (.atom, "summary"), (.dublinCore, "description"): .summary
    case (.content, "encoded"), (.atom, "content"): .content
    case (.rss, "guid"), (.atom, "id"): .id
    case (.rss, "link"), (.atom, "link"): .link
    case (.rss, "pubDate"), (.dublinCore, "date"), (.atom, "published"), (.atom, "issued"): .published
    case (.atom, "updated"), (.atom, "modified"), (.atom, "created"): .updated
    default: nil
    }
  }

  private static func markup(_ element: XMLElement) -> FeedText.Markup {
    guard element.vocabulary == .atom else { return .either }
    let type = element.attribute("type") ?? "text"
    // XHTML's tags are elements here; what is left is plain.
    return type == "html" || (type == "text/html" || element.attribute("mode") == "escaped") ? .html : .plain
  }

  /// Atom's link is an attribute.
  private mutating func linked(_ element: XMLElement, isChannel: Bool) {
    guard ["alternate", nil].contains(element.attribute("rel")), let link = element.attribute("href") else {
      return
    }
    if isChannel {
      if feed.link.isEmpty { feed.link = FeedItem.resolved(link, from: channelBase) }
    } else if item?.link.isEmpty == true {
      item?.link = link
    }
  }

  private mutating func finish(_ field: Field) {
    let text = collected
    collected = FeedText()
    guard var item else {
      if case .title = field, feed.title.isEmpty { feed.title = text.line }
      if case .link = field, feed.link.isEmpty {
        feed.link = FeedItem.resolved(text.word, from: channelBase)
      }
      return
    }
    // Of what is told twice the first counts.
    switch field {
    case .title: item.title = item.title ?? text
    case .summary: item.summary = item.summary ?? text
    case .content: item.content = item.content ?? text
    case .id:
      item.id = text.word
      if idIsLink, item.link.isEmpty, item.id.contains("://") { item.link = item.id }
    case .link: if !text.word.isEmpty { item.link = text.word }
    case .published: if item.published.isEmpty { item.published = text.word }
    case .updated: if item.updated.isEmpty { item.updated = text.word }
    }
    self.item = item
  }
}
