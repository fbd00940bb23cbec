/// One reader's place in a channel: a cursor, and the latest value of what only it is told.
public final class Subscription {
  /// The last row that the reader has been given.
  @exclusivity(unchecked) public fileprivate(set) var cursor: Int
  /// The owner's own object.
  public var context: AnyObject?
  /// Who is subscribed; `nil` once the subscription has ended.
  @exclusivity(unchecked) var reader: (any ChannelReader)?
  /// The channel; `nil` once the subscription has ended.
  @exclusivity(unchecked) public internal(set) var channel: Channel?

  /// Its place in the channel's list.
  var index = 0
  /// It has not caught up yet with what the log had when it began.
  private var isBehind = true
  /// The log has said that it is loading.
  var loading = false
  @exclusivity(unchecked) private var pull: Frame?
  private var lastWasRows = false
  private var stateSent: Int
  private var feedSent: Int
  private var presenceSent: Int
  /// The presence that this subscriber begins with, kept until the next one, which may be the same.
  @exclusivity(unchecked) private var firstPresence: Frame?
  private var isFirstPresenceSent = false

  init(reader: any ChannelReader, channel: Channel, presence: Frame?, after cursor: Int) {
    self.reader = reader
    self.channel = channel
    self.cursor = cursor
    stateSent = channel.state.version
    feedSent = channel.feed.version
    presenceSent = presence == nil ? 0 : channel.presence.version
    firstPresence = presence
  }

  /// What this subscriber alone is told has been set and not been sent yet.
  public var isPullWaiting: Bool { pull != nil }

  /// Sets what this subscriber alone is told; an earlier value that has not been sent yet is dropped.
  public func setPull(_ frame: Frame) {
    guard let reader, channel != nil else { return }
    pull = frame
    reader.somethingWaits()
  }

  /// Takes out what this subscriber alone is to be told.
  func takePull() -> Frame? {
    defer { pull = nil }
    return pull
  }

  /// Takes the next frame out; rows and latest values alternate, so that neither keeps the other waiting.
  func next() -> Frame? {
    guard let channel else { return nil }
    if !lastWasRows, let rows = nextRows(channel) { return rows }
    lastWasRows = false
    return nextValue(channel) ?? nextRows(channel)
  }

  private func nextRows(_ channel: Channel) -> Frame? {
    guard isBehind || cursor < channel.head, !loading else { return nil }
    switch channel.read(after: cursor) {
    case .level:
      isBehind = false
      return nil
    case .loading:
      loading = true
      return nil
    case .frame(let frame, let upTo):
      precondition(upTo > cursor, "a log's frame must hold rows")
      cursor = upTo
      lastWasRows = true
      return frame
    }
  }

  private func nextValue(_ channel: Channel) -> Frame? {
    if let frame = takePull() { return frame }
    if stateSent != channel.state.version, cursor >= channel.state.notBefore {
      stateSent = channel.state.version
      return channel.state.frame
    }
    if feedSent != channel.feed.version {
      feedSent = channel.feed.version
      return channel.feed.frame
    }
    if presenceSent != channel.presence.version {
      presenceSent = channel.presence.version
      let known = isFirstPresenceSent ? firstPresence : nil
      firstPresence = nil
      if let frame = channel.presence.frame, !(known.map(frame.isEqual) ?? false) { return frame }
    }
    if let frame = firstPresence, !isFirstPresenceSent {
      isFirstPresenceSent = true
      return frame
    }
    return nil
  }
}
