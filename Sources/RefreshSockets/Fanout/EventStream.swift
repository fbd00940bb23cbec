import RefreshLoop

/// The answer to a HTTP request that goes on as a reader of a channel: an event stream, as a browser's `EventSource`
/// reads it. Frames without an ``EventLabel`` are passed over.
///
/// What comes next is taken out of the channel when all before it has left, at most one chunk of it. So a reader that
/// is slow holds no rows in memory, and gets of each latest value the newest.
public final class EventStream: ChannelReader {
  /// What the answer says of itself. A proxy must not gather what it passes on.
  public static let headers = [
    HTTPHeader("Content-Type", "text/event-stream"), HTTPHeader("Cache-Control", "no-store"),
    HTTPHeader("X-Accel-Buffering", "no"),
  ]

  /// Told once when the stream has ended, whoever ended it.
  public var onEnd: () -> Void = {}
  /// Asked with the cursor, before anything else is taken out of the channel, until it gives a frame.
  public var first: ((_ cursor: Int) -> Frame?)?

  private let exchange: HTTPExchange
  private let loop: EventLoop
  private let chunk: Int
  private var opening = FrameQueue()
  private var subscription: Subscription?
  private var isDirty = false
  private var isPumping = false
  /// The last words, once the stream is to end.
  private var farewell: EventForm?

  /// Begins the answer; `nil` if the exchange is over, or has an answer.
  /// - Parameter retry: when a browser comes back after the stream's end, in milliseconds.
  public init?(_ exchange: HTTPExchange, retry: Int) {
    guard exchange.isWaiting, let server = exchange.connection?.server else { return nil }
    self.exchange = exchange
    loop = server.loop
    chunk = server.settings.chunk
    exchange.begin(status: 200, headers: Self.headers)
    exchange.onClose = { [self] in ended() }
    exchange.onDrain = { [unowned self] in drained() }
    exchange.connection?.watchTaking()
    exchange.write(EventForm(retry: retry))
    guard exchange.isStreaming else { return nil }
  }

  /// The other end is there and has not been told of the end.
  public var isOpen: Bool { farewell == nil && exchange.isStreaming }

  /// Bytes that the other end's socket has not taken yet.
  public var backlog: Int { exchange.backlog }

  func send(_ frame: Frame) {
    opening.append(frame)
    somethingWaits()
  }

  func add(_ subscription: Subscription) {
    self.subscription = subscription
    somethingWaits()
  }

  func remove(_ subscription: Subscription) { self.subscription = nil }

  func somethingWaits() {
    guard !isDirty, isOpen else { return }
    isDirty = true
    loop.atTurnEnd { [self] in
      isDirty = false
      pump()
    }
  }

  func pump() {
    guard isOpen, !isPumping, exchange.backlog == 0 else { return }
    isPumping = true
    var bytes: [UInt8] = []
    while bytes.count < chunk, let frame = next() {
      guard let event = frame.event else { continue }
      let form = event.bytes(chunked: exchange.isChunked)
      // Most of the time there is one, which all readers share.
      if bytes.isEmpty { bytes = form } else { bytes += form }
    }
    if !bytes.isEmpty { exchange.write(framed: bytes) }
    isPumping = false
    guard bytes.count >= chunk, isOpen, exchange.backlog == 0 else { return }
    // There may be more; others have their turn first.
    nonisolated(unsafe) let me = self
    loop.post { me.pump() }
  }

  /// Shows that the stream lives, where nothing else does.
  public func comment() {
    guard isOpen, exchange.backlog == 0 else { return }
    exchange.write(.comment)
  }

  /// Ends the stream behind what has become visible in this turn, when the other end has taken that.
  /// - Parameter retry: when a browser comes back, in milliseconds.
  public func end(retry: Int) {
    pump()
    guard isOpen else { return }
    farewell = EventForm(retry: retry)
    if exchange.backlog == 0 { drained() }
  }

  private func drained() {
    guard let farewell, exchange.isStreaming else { return pump() }
    exchange.onDrain = nil
    exchange.write(farewell)
    exchange.end()
  }

  private func next() -> Frame? {
    if let frame = opening.next() { return frame }
    guard let subscription else { return nil }
    if let frame = first?(subscription.cursor) {
      first = nil
      return frame
    }
    return subscription.next()
  }

  private func ended() {
    first = nil
    opening.clear()
    subscription.map { $0.channel?.unsubscribe($0) }
    let tell = onEnd
    onEnd = {}
    tell()
  }
}
