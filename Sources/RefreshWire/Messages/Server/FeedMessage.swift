import RefreshEngine

/// A feed's title, orders or policy changed.
public struct FeedMessage: Equatable, Sendable {
  /// The feed.
  public var feed: FeedName
  /// Its title.
  public var title: String
  /// How its rows are shown.
  public var order: RowOrder
  /// How the rows of one run stand in a list that shows the newest first.
  public var runOrder: RowOrder
  /// The policies of its edges.
  public var policy: FeedPolicy

  /// What a feed is like now.
  public init(
    feed: FeedName, title: String, order: RowOrder, runOrder: RowOrder = .append, policy: FeedPolicy
  ) {
    self.feed = feed
    self.title = title
    self.order = order
    self.runOrder = runOrder
    self.policy = policy
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    feed = try fields.feed()
    title = try fields.string("title")
    order = try fields.choice("order")
    runOrder = try fields.runOrder(in: order)
    policy = try FeedPolicy(try fields.fields("policy"))
  }
}

extension FeedMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("feed", feed)
    writer.field("title", title)
    writer.order(order, ofRuns: runOrder)
    writer.field("policy", policy)
    writer.endObject()
  }
}
