import RefreshEngine
import RefreshSockets
import RefreshWire

/// Who follows one feed by an event stream: one more who watches, and can do nothing.
final class EventSession {
  let client: ClientID
  let feed: Feed
  /// By what it was let in.
  let admission: Admission
  private let stream: EventStream
  /// How often the stream shows that it lives, in milliseconds.
  private let interval: Milliseconds
  private var nextComment: Milliseconds

  /// Bytes that its socket has not taken yet.
  var backlog: Int { stream.backlog }

  init(
    _ stream: EventStream, of feed: Feed, client: ClientID, name: String?, admission: Admission,
    at place: Place
  ) {
    self.stream = stream
    self.feed = feed
    self.client = client
    self.admission = admission
    interval = feed.house.tunables.eventComment
    nextComment = feed.house.loop.now + interval
    // A state that tells of a run's end is not told before that run's rows.
    stream.first = { [unowned feed] cursor in feed.stateFrame(at: cursor) }
    feed.house.metrics.began(place.mode)
    _ = feed.join(client, name: name)
    feed.channel.subscribe(stream, opening: feed.eventOpening(place), after: place.sequence)
  }

  /// To be told once, when it has ended.
  func whenEnded(_ tell: @escaping () -> Void) {
    stream.onEnd = { [self] in
      feed.leave(client)
      tell()
    }
  }

  /// Looks whether it is time for a sign of life, or for the end.
  func check(at now: Milliseconds) {
    if now >= admission.ends { return end() }
    guard now >= nextComment else { return }
    nextComment = now + interval
    stream.comment()
  }

  /// Ends the stream; a browser comes back after the time.
  func end(comingBackAfter time: Milliseconds = Server.comeBack.upperBound) {
    stream.end(retry: time)
  }
}
