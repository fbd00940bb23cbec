/// What an event stream tells a client that must clear its list; the last rows follow.
public struct ResetEvent: Equatable, Sendable, JSONEncodable {
  /// The feed.
  public var feed: FeedName
  /// Why.
  public var why: ResetReason
  /// Where the client stands now, before the rows that follow.
  public var pos: String
  /// The sequence number of the feed's last row, 0 if there never was one.
  public var head: Int
  /// The first sequence number kept.
  public var floor: Int

  /// A reset.
  public init(feed: FeedName, why: ResetReason, pos: String, head: Int, floor: Int) {
    self.feed = feed
    self.why = why
    self.pos = pos
    self.head = head
    self.floor = floor
  }

  /// Writes the event's data.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("reset", feed)
    writer.field("why", word: why)
    writer.field("pos", pos)
    writer.field("head", head)
    writer.field("floor", floor)
    writer.endObject()
  }
}
