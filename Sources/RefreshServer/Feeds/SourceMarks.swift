import RefreshEngine
import RefreshSources
import RefreshStore

/// What a feed's sources have left with their rows: where each goes on, and what the feed is called.
struct SourceMarks {
  /// The sources whose word for the title counts.
  private var naming: Set<String>
  private var cursors: [String: String]
  private var told: FeedTitle?

  init(_ settings: FeedSettings, _ record: FeedRecord) {
    naming = Self.naming(settings)
    cursors = record.cursors
    told = record.title
  }

  /// Goes on with other sources.
  mutating func apply(_ settings: FeedSettings) { naming = Self.naming(settings) }

  private static func naming(_ settings: FeedSettings) -> Set<String> {
    let sources = ([settings.source].compactMap { $0 } + settings.edgeSources.values).filter { source in
      if case .http = source { !settings.hasOwnTitle } else { true }
    }
    return Set(sources.map(\.cursorName))
  }

  /// Where a source goes on.
  func cursor(of source: SourceSpec) -> String? { cursors[source.cursorName] }

  /// What the feed is called, if one of its sources has said so; what a former source said does not count, and a web feed's word
  /// only where the operator has said nothing.
  var title: String? {
    told.flatMap { naming.contains($0.source) ? $0.text : nil }
  }

  /// What comes with rows is durable now.
  mutating func stored(_ origin: Origin) {
    if let cursor = origin.cursor { cursors[origin.source] = cursor }
    if let title = origin.title { told = FeedTitle(text: title, source: origin.source) }
  }

  /// What is stored with a source's rows.
  static func origin(of caught: SourceCatch, from source: SourceSpec) -> Origin {
    let hasKeys = caught.rows.contains { $0.key != nil }
    return Origin(
      source: source.cursorName, keys: hasKeys ? caught.rows.map(\.key) : [], cursor: caught.cursor,
      title: caught.title)
  }

  /// Why what a source brought cannot be stored.
  static func fault(in caught: SourceCatch) -> RunFailure? {
    guard let cursor = caught.cursor, cursor.utf8.count > SourceCatch.maxCursor else { return nil }
    return RunFailure(
      code: .output,
      message:
        "The source's place to go on from is longer than \(SourceCatch.maxCursor) bytes, so nothing was added; look at what it gives as the key of a row, then refresh again."
    )
  }
}
