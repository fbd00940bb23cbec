import RefreshEngine

/// Where a feed stands.
public struct FeedHead: Equatable, Sendable {
  /// The feed.
  public var feed: FeedName
  /// The sequence number of its last row.
  public var head: Int

  /// A feed's head.
  public init(feed: FeedName, head: Int) {
    self.feed = feed
    self.head = head
  }
}

/// The server is alive; a client whose list ends before a head has lost a row.
public struct HeartbeatMessage: Equatable, Sendable {
  /// The server's clock, in milliseconds since 1970.
  public var now: Int64
  /// The heads of the feeds.
  public var heads: [FeedHead]

  /// A sign of life.
  public init(now: Int64, heads: [FeedHead]) {
    self.now = now
    self.heads = heads
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    now = Int64(try fields.integer("now"))
    heads = []
    let list = try fields.fields("heads")
    try list.document.forEach(of: list.object) { (key, value) throws(FieldFault) in
      // A name that this client does not take for one is no feed that it can have asked for.
      guard let key, let feed = FeedName(list.document.text(list.document.tokens[key])) else { return }
      guard let head = list.document.integer(value) else {
        throw FieldFault(field: "heads.\(feed)", message: "heads.\(feed) must be a whole number")
      }
      heads.append(FeedHead(feed: feed, head: head))
    }
  }
}

extension HeartbeatMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("heartbeat")
    writer.field("now", time: now)
    writer.key("heads")
    writer.beginObject()
    for head in heads {
      writer.key(text: head.feed.text)
      writer.integer(head.head)
    }
    writer.endObject()
    writer.endObject()
  }
}

/// The server is about to close.
public struct ByeMessage: Equatable, Sendable {
  /// Why, such as `draining`.
  public var why: String
  /// How long to wait before coming back.
  public var after: Milliseconds

  /// A farewell.
  public init(why: String, after: Milliseconds) {
    self.why = why
    self.after = after
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    why = try fields.string("why")
    after = try fields.integer("after", in: 0...WireBounds.integers.upperBound)
  }
}

extension ByeMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("bye")
    writer.field("why", why)
    writer.field("after", after)
    writer.endObject()
  }
}

/// Answers a `ping`.
public struct PongMessage: Equatable, Sendable {
  /// The server's clock, in milliseconds since 1970.
  public var now: Int64

  /// An answer to a `ping`.
  public init(now: Int64) { self.now = now }

  init(_ fields: FieldReader) throws(FieldFault) {
    now = Int64(try fields.integer("now"))
  }
}

extension PongMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("pong")
    writer.field("now", time: now)
    writer.endObject()
  }
}
