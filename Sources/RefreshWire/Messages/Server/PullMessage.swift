import RefreshEngine

/// The state of the client's own gesture on a feed.
public struct PullMessage: Equatable, Sendable {
  /// The feed.
  public var feed: FeedName
  /// The gesture's state after the sample `report.n`.
  public var report: PullReport

  /// A gesture's state on a feed.
  public init(feed: FeedName, report: PullReport) {
    self.feed = feed
    self.report = report
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    feed = try fields.feed()
    report = PullReport(
      n: try fields.integer("n"), phase: try fields.choice("phase"), edge: try fields.optionalChoice("edge"),
      offset: try fields.number("offset"), percent: try fields.number("percent"),
      run: try fields.optionalInteger("run"), why: try fields.optionalChoice("why"),
      retryAfter: try fields.optionalInteger("retryAfter"), settle: try Settle(in: fields))
  }
}

extension PullMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("pull", feed)
    writer.field("n", report.n)
    writer.field("phase", word: report.phase)
    writer.field("edge", word: report.edge)
    writer.field("offset", number: report.offset)
    writer.field("percent", number: report.percent)
    writer.field("run", report.run)
    writer.field("why", word: report.why)
    writer.field("retryAfter", report.retryAfter)
    writer.field("settle", report.settle)
    writer.endObject()
  }
}

extension Settle: JSONEncodable {
  /// The `settle` of a message, nil if it has none.
  init?(in fields: FieldReader) throws(FieldFault) {
    guard let fields = try fields.optionalFields("settle") else { return nil }
    self.init(
      from: try fields.number("from"), to: try fields.number("to"), duration: try fields.integer("duration"))
  }

  /// Writes the movement as an object.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("from", number: from)
    writer.field("to", number: to)
    writer.field("duration", duration)
    writer.endObject()
  }
}
