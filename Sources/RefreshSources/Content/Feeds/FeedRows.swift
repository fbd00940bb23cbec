/// The rows of a feed, oldest first.
enum FeedRows {
  /// - Parameter isStopped: asked again and again whether nobody wants the rows any more.
  static func read(
    _ feed: Feed, _ wanted: ItemText, _ limits: SourceLimits, isStopped: () -> Bool = { false }
  ) -> SourceCatch {
    let rows = ordered(feed.items).compactMap {
      isStopped() ? nil : $0.row(wanted, feedLink: feed.link, limits)
    }
    return SourceCatch(rows, truncated: feed.isTruncated, title: SourceTitle.clean(feed.title.utf8))
  }

  /// By date, oldest first. Feeds begin with their newest item: those of one date, and all where there are no dates,
  /// come in the reverse of the document's order. An item whose date cannot be read stays beside the item that follows it
  /// in the document.
  static func ordered(_ items: [FeedItem]) -> [FeedItem] {
    let reversed = Array(items.reversed())
    var dates = reversed.map(\.date)
    guard let first = dates.first(where: { $0 != nil }) else { return reversed }
    var last = first
    for index in dates.indices {
      if dates[index] == nil { dates[index] = last }
      last = dates[index]
    }
    let order = dates.indices.sorted { one, other in
      (dates[one]!, one) < (dates[other]!, other)
    }
    return order.map { reversed[$0] }
  }
}
