import RefreshEngine

/// Why a client must clear its list.
public enum ResetReason: String, Sendable, CaseIterable {
  /// It asked without a position.
  case new
  /// Its position is of another epoch, or no position of this server.
  case epoch
  /// Its position lies past the head.
  case ahead
  /// Its rows are not those of this feed: the digest differs.
  case chain
  /// Rows that it lacks are no longer kept.
  case pruned
  /// It lacks more rows than are sent again.
  case far
}

/// How a subscription goes on.
public enum SubscribeMode: Equatable, Sendable {
  /// From the client's position: exactly the rows after it follow.
  case resume
  /// The client clears its list; the last rows follow.
  case reset(ResetReason)
}

/// Answers a `subscribe`; the rows follow.
public struct SubscribedMessage: Equatable, Sendable {
  /// The feed.
  public var feed: FeedName
  /// Whether the client's list stays.
  public var mode: SubscribeMode
  /// Where the client stands now, before the rows that follow.
  public var pos: String
  /// The sequence number of the feed's last row, 0 if there never was one.
  public var head: Int
  /// The first sequence number kept.
  public var floor: Int
  /// The feed's title.
  public var title: String
  /// How its rows are shown.
  public var order: RowOrder
  /// How the rows of one run stand in a list that shows the newest first.
  public var runOrder: RowOrder
  /// The policies of its edges.
  public var policy: FeedPolicy
  /// The state of its refresh.
  public var state: FeedState

  /// An answer to a `subscribe`.
  public init(
    feed: FeedName, mode: SubscribeMode, pos: String, head: Int, floor: Int, title: String, order: RowOrder,
    runOrder: RowOrder = .append, policy: FeedPolicy, state: FeedState
  ) {
    self.feed = feed
    self.mode = mode
    self.pos = pos
    self.head = head
    self.floor = floor
    self.title = title
    self.order = order
    self.runOrder = runOrder
    self.policy = policy
    self.state = state
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    feed = try fields.feed()
    switch try fields.string("mode") {
    case "resume": mode = .resume
    case "reset": mode = .reset(try fields.choice("why"))
    default: throw fields.fault("mode", "must be resume or reset")
    }
    pos = try fields.string("pos")
    head = try fields.integer("head", in: 0...WireBounds.integers.upperBound)
    floor = try fields.integer("floor", in: 1...WireBounds.integers.upperBound)
    title = try fields.string("title")
    order = try fields.choice("order")
    runOrder = try fields.runOrder(in: order)
    policy = try FeedPolicy(try fields.fields("policy"))
    state = try FeedState(try fields.fields("state"))
  }
}

extension SubscribedMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("subscribed", feed)
    switch mode {
    case .resume: writer.field("mode", "resume")
    case .reset(let why):
      writer.field("mode", "reset")
      writer.field("why", word: why)
    }
    writer.field("pos", pos)
    writer.field("head", head)
    writer.field("floor", floor)
    writer.field("title", title)
    writer.order(order, ofRuns: runOrder)
    writer.field("policy", policy)
    writer.field("state", state)
    writer.endObject()
  }
}
