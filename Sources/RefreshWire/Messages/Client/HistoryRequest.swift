/// Asks for the rows just before those that the client has.
public struct HistoryRequest: Equatable, Sendable {
  /// The feed.
  public var feed: FeedName
  /// The sequence number of the first row that the client has, ≥ 1.
  public var before: Int
  /// How many rows at most, 1…1 000; what is asked for beyond that is not given.
  public var limit: Int

  /// Asks for up to `limit` rows before the row `before`.
  public init(feed: FeedName, before: Int, limit: Int) {
    self.feed = feed
    self.before = before
    self.limit = limit
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    feed = try fields.feed()
    before = try fields.integer("before", in: 1...WireBounds.integers.upperBound)
    limit = min(try fields.integer("limit", in: 1...WireBounds.integers.upperBound), WireBounds.historyRows)
  }
}

extension HistoryRequest: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("history", feed)
    writer.field("before", before)
    writer.field("limit", limit)
    writer.endObject()
  }
}
