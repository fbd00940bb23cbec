import RefreshEngine

/// What a feed's refresh is doing.
public enum StatePhase: String, Sendable, CaseIterable {
  /// Nothing.
  case idle
  /// A run is under way.
  case refreshing
  /// A run has ended; its refresh view goes back.
  case settling
}

/// The state of a feed's refresh, as everybody sees it.
public struct FeedState: Equatable, Sendable {
  /// What it is doing.
  public var phase: StatePhase
  /// The first sequence number kept: clients remove rows below it.
  public var floor: Int
  /// The current run, or the one that is settling; nil when idle.
  public var run: RunInfo?
  /// How the refresh view goes back, when settling.
  public var settle: Settle?
  /// How long the cooldown after the last run still lasts, in milliseconds; nil if there is none, if it is over, and
  /// while a run refreshes.
  public var retryAfter: Milliseconds?
  /// The run that ended last; it stays until the next one ends.
  public var last: LastRun?
  /// When the last refresh that was ok ended, in milliseconds since 1970.
  public var refreshedAt: Int64?

  /// A state of a feed's refresh.
  public init(
    phase: StatePhase, floor: Int, run: RunInfo? = nil, settle: Settle? = nil,
    retryAfter: Milliseconds? = nil, last: LastRun? = nil, refreshedAt: Int64? = nil
  ) {
    self.phase = phase
    self.floor = floor
    self.run = run
    self.settle = settle
    self.retryAfter = retryAfter
    self.last = last
    self.refreshedAt = refreshedAt
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    phase = try fields.choice("phase")
    floor = try fields.integer("floor", in: 1...WireBounds.integers.upperBound)
    if let run = try fields.optionalFields("run") { self.run = try RunInfo(run) }
    settle = try Settle(in: fields)
    retryAfter = try fields.optionalInteger("retryAfter")
    if let last = try fields.optionalFields("last") { self.last = try LastRun(last) }
    refreshedAt = try fields.optionalInteger("refreshedAt").map(Int64.init)
  }

  /// Writes the members, without the braces.
  func writeMembers(to writer: inout JSONWriter) {
    writer.field("phase", word: phase)
    writer.field("floor", floor)
    writer.field("run", run)
    writer.field("settle", settle)
    writer.field("retryAfter", retryAfter)
    writer.field("last", last)
    writer.field("refreshedAt", time: refreshedAt)
  }
}

extension FeedState: JSONEncodable {
  /// Writes the state as an object.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }
}

/// The state of a feed's refresh changed. States in between may have been skipped.
public struct StateMessage: Equatable, Sendable {
  /// The feed.
  public var feed: FeedName
  /// Its state.
  public var state: FeedState

  /// A state of a feed.
  public init(feed: FeedName, state: FeedState) {
    self.feed = feed
    self.state = state
  }

  init(_ fields: FieldReader) throws(FieldFault) {
    feed = try fields.feed()
    state = try FeedState(fields)
  }
}

extension StateMessage: JSONEncodable {
  /// Writes the message as it crosses the wire.
  public func write(to writer: inout JSONWriter) {
    writer.beginMessage("state", feed)
    state.writeMembers(to: &writer)
    writer.endObject()
  }
}
