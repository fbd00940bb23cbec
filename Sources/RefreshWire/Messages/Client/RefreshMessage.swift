import RefreshEngine

/// Asks for a refresh without a pull.
public struct RefreshMessage: Equatable, Sendable {
  /// The feed.
  public var feed: FeedName
  /// The edge; nil: the top if it has a policy, else the bottom.
  public var edge: Edge?
  /// An idempotency key of 1–64 bytes: the same key gets the same answer for 10 minutes.
  public var key: String?

  /// Asks for a refresh at an edge.
  public init(feed: FeedName, edge: Edge? = nil, key: String? = nil) {
    self.feed = feed
    self.edge = edge
    self.key = key
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    feed = try fields.feed()
    edge = try fields.optionalChoice("edge")
    key = try fields.optionalString("key")
    if let key, !WireBounds.key.contains(key.utf8.count) {
      throw fields.fault("key", "must be 1 to 64 bytes long")
    }
  }
}

extension RefreshMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("refresh", feed)
    writer.field("edge", word: edge)
    writer.field("key", key)
    writer.endObject()
  }
}

/// Asks for a run to be cancelled.
public struct CancelMessage: Equatable, Sendable {
  /// The feed.
  public var feed: FeedName
  /// The run.
  public var run: RunID

  /// Asks for the run to be cancelled.
  public init(feed: FeedName, run: RunID) {
    self.feed = feed
    self.run = run
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    feed = try fields.feed()
    run = try fields.integer("run")
  }
}

extension CancelMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("cancel", feed)
    writer.field("run", run)
    writer.endObject()
  }
}
