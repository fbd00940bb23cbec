/// What sources leave behind beside rows.
extension StoreCore {
  /// Of how many sources a feed keeps the cursors: those used last.
  private static let cursorLimit = 32

  /// Stores how far a source has come, and what it calls the feed.
  func note(_ origin: Origin, of feed: FeedHead) throws {
    if let cursor = origin.cursor {
      // With a new number: the order is that of use.
      try sql.dropCursor.run([.integer(feed.id), .text(origin.source)])
      try sql.addCursor.run([.integer(feed.id), .text(origin.source), .text(cursor)])
      try sql.limitCursors.run([.integer(feed.id), .integer(Self.cursorLimit)])
    }
    if let title = origin.title {
      try sql.setTitle.run([.integer(feed.id), .text(title), .text(origin.source)])
    }
  }

  /// The cursors of a feed's sources.
  func cursors(of feed: FeedHead) throws -> [String: String] {
    var cursors: [String: String] = [:]
    try sql.cursors.run([.integer(feed.id)]) { cursors[$0.text(0)] = $0.text(1) }
    return cursors
  }

  /// What a source called a feed last.
  func title(of feed: FeedHead) throws -> FeedTitle? {
    var title: FeedTitle?
    try sql.title.run([.integer(feed.id)]) { row in
      guard let text = row.optionalText(0), let source = row.optionalText(1) else { return }
      title = FeedTitle(text: text, source: source)
    }
    return title
  }
}
