import RefreshWire

/// Makes rows of what a server answered or a file holds.
///
/// It takes as long as the content is: what may be long is read beside the loop.
struct ContentReader: Sendable {
  let format: ContentFormat
  let limits: SourceLimits
  private let isStopped: @Sendable () -> Bool

  /// - Parameter isStopped: asked again and again whether nobody wants the rows any more; what comes of them then is no
  ///   matter.
  init(
    _ format: ContentFormat, limits: SourceLimits, isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.format = format
    self.limits = limits
    self.isStopped = isStopped
  }

  /// The rows in the order in which they are to be appended.
  /// - Parameter contentType: as it was sent with the body, if it was.
  /// - Throws: ``ContentError`` if the body is not what the format says.
  func read(_ body: [UInt8], contentType: String?) throws(ContentError) -> SourceCatch {
    let type = ContentType(contentType)
    let text = try Charset.utf8(body, charset: type.charset)
    switch format {
    case .lines: return lines(text)
    case .json(let places):
      return try JSONContent.withDocument(text) { (document) throws(ContentError) in
        try JSONRows(places: places, limits: limits, isStopped: isStopped).read(document)
      }
    case .feed(let item): return try feed(text, item)
    case .automatic: return try automatic(text, type)
    }
  }

  private func automatic(_ text: [UInt8], _ type: ContentType) throws(ContentError) -> SourceCatch {
    let looks = ContentKind(sniffing: text)
    // Many servers send feeds as pages or as plain text.
    switch looks == .feed ? .feed : type.kind ?? looks {
    case .feed: return try feed(text, .title)
    case .json:
      return try JSONContent.withDocument(text) { (document) throws(ContentError) in
        if JSONFeed.isOne(document) { return try feed(document, .title) }
        return try JSONRows(places: JSONPlaces(), limits: limits, isStopped: isStopped).read(document)
      }
    case .page: throw .page("something to make rows of")
    case .xml: throw .xml
    case .media: throw .media(type.media)
    case .lines: return lines(text)
    }
  }

  private func feed(_ text: [UInt8], _ item: ItemText) throws(ContentError) -> SourceCatch {
    switch ContentKind(sniffing: text) {
    case .json:
      return try JSONContent.withDocument(text) { (document) throws(ContentError) in try feed(document, item)
      }
    case .page: throw .page("a feed")
    case .feed, .lines, .xml, .media:
      return FeedRows.read(
        try XMLFeed.read(text, maxItems: limits.rows, isStopped: isStopped), item, limits,
        isStopped: isStopped)
    }
  }

  private func feed(_ document: JSONDocument, _ item: ItemText) throws(ContentError) -> SourceCatch {
    FeedRows.read(
      try JSONFeed.read(document, maxItems: limits.rows), item, limits, isStopped: isStopped)
  }

  private func lines(_ text: [UInt8]) -> SourceCatch {
    var lines = LineCollector(maxRows: limits.rows, maxRowBytes: limits.rowBytes)
    text.withUnsafeBytes { lines.append($0) }
    let kept = lines.finish()
    return SourceCatch(kept.rows.map { SourceRow($0) }, truncated: kept.truncated)
  }
}
