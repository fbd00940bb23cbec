/// Asks for a feed; a second one for the same feed replaces the first.
public struct SubscribeMessage: Equatable, Sendable {
  /// The feed.
  public var feed: FeedName
  /// The position that the client stored with its rows, if it has any; opaque to clients.
  public var after: String?
  /// How many rows follow a reset, 0…1 000.
  public var tail: Int
  /// The person's name, clean; nil if there is none.
  public var name: String?

  /// Asks for a feed after a position, or for its last `tail` rows.
  public init(feed: FeedName, after: String? = nil, tail: Int = WireBounds.defaultTail, name: String? = nil) {
    self.feed = feed
    self.after = after
    self.tail = tail
    self.name = name
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    feed = try fields.feed()
    after = try fields.optionalString("after")
    tail = try fields.optionalInteger("tail", in: WireBounds.tail) ?? WireBounds.defaultTail
    name = PersonName.clean(try fields.optionalString("name"))
  }
}

extension SubscribeMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("subscribe", feed)
    writer.field("after", after)
    writer.field("tail", tail)
    writer.field("name", name)
    writer.endObject()
  }
}
