import RefreshEngine

/// One feed in the body of `GET /feeds`.
public struct FeedSummary: Equatable, Sendable, JSONEncodable {
  /// The feed.
  public var feed: FeedName
  /// Its title.
  public var title: String
  /// The sequence number of its last row.
  public var head: Int
  /// What its refresh is doing.
  public var phase: StatePhase
  /// When it refreshes by itself next, in milliseconds since 1970; `nil` if it does not, or nobody can say.
  public var nextRefresh: Int64?

  /// A feed in short.
  public init(feed: FeedName, title: String, head: Int, phase: StatePhase, nextRefresh: Int64? = nil) {
    self.nextRefresh = nextRefresh
    self.feed = feed
    self.title = title
    self.head = head
    self.phase = phase
  }

  /// Writes the feed as an object.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("feed", feed.text)
    writer.field("title", title)
    writer.field("head", head)
    writer.field("phase", word: phase)
    writer.field("nextRefresh", time: nextRefresh)
    writer.endObject()
  }
}

/// The body of `GET /feeds`.
public struct FeedsBody: Equatable, Sendable, JSONEncodable {
  /// All feeds.
  public var feeds: [FeedSummary]

  /// A list of feeds.
  public init(feeds: [FeedSummary]) { self.feeds = feeds }

  /// Writes the body.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("feeds", list: feeds)
    writer.endObject()
  }
}

/// The body of `GET /feeds/{feed}`.
public struct FeedBody: Equatable, Sendable, JSONEncodable {
  /// The feed.
  public var feed: FeedName
  /// Its title.
  public var title: String
  /// How its rows are shown.
  public var order: RowOrder
  /// How the rows of one run stand in a list that shows the newest first.
  public var runOrder: RowOrder
  /// The sequence number of its last row.
  public var head: Int
  /// The first sequence number kept.
  public var floor: Int
  /// The position behind its last row.
  public var pos: String
  /// The policies of its edges.
  public var policy: FeedPolicy
  /// The state of its refresh.
  public var state: FeedState
  /// When it refreshes by itself next, in milliseconds since 1970; `nil` if it does not, or nobody can say.
  public var nextRefresh: Int64?

  /// A feed in full.
  public init(
    feed: FeedName, title: String, order: RowOrder, runOrder: RowOrder = .append, head: Int, floor: Int,
    pos: String, policy: FeedPolicy, state: FeedState, nextRefresh: Int64? = nil
  ) {
    self.nextRefresh = nextRefresh
    self.feed = feed
    self.title = title
    self.order = order
    self.runOrder = runOrder
    self.head = head
    self.floor = floor
    self.pos = pos
    self.policy = policy
    self.state = state
  }

  /// Writes the body.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("feed", feed.text)
    writer.field("title", title)
    writer.order(order, ofRuns: runOrder)
    writer.field("head", head)
    writer.field("floor", floor)
    writer.field("pos", pos)
    writer.field("policy", policy)
    writer.field("state", state)
    writer.field("nextRefresh", time: nextRefresh)
    writer.endObject()
  }
}
