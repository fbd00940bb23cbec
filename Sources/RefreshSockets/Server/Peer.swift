import CLibWebSockets
import Glibc

/// One WebSocket connection of a server. Confined to the loop's thread.
public final class Peer {
  /// What ends a connection after the frames that are queued.
  struct Closing {
    var code: UInt16
    var reason: String
  }

  /// Seconds that a peer has for answering a close frame.
  static let closeAnswerTime: Int32 = 5

  // What every frame of a fan-out looks at comes first: it is in one place of memory then, or two. That only one at a
  // time accesses it is not checked at run time here, nor in subscriptions and channels, which would cost a hundredth.

  /// Held until libwebsockets has let go of the connection.
  let server: SocketServer
  /// libwebsockets' connection from its establishment to its end.
  var wsi: OpaquePointer?
  /// Since when a writable socket is waited for, 0 if it is not; by the server's patient clock, as all its times are.
  var waitingSince = 0
  /// The socket; libwebsockets owns it.
  let descriptor: Int32
  /// The socket is beyond use; libwebsockets will say that it has ended.
  var failed = false
  /// It is in the server's list of peers to look at when the turn ends.
  var isDirty = false
  /// The system holds back what is sent, until what belongs together has been sent.
  var isCorked = true
  @exclusivity(unchecked) var queue = FrameQueue()
  @exclusivity(unchecked) var heartbeat: Frame?
  @exclusivity(unchecked) var subscriptions: [Subscription] = []
  /// The subscription whose turn it is.
  @exclusivity(unchecked) var turn = 0

  /// The owner's own object.
  public var context: AnyObject?
  /// Counts the server's connections from 1.
  public let number: Int
  /// The other end's IP address, without its port.
  public var remoteAddress: String { address.text }
  /// Frames are taken: it is connected and no close has been asked for.
  public var isOpen: Bool { wsi != nil && closing == nil && !failed }
  /// Bytes waiting in the ordered queue.
  public var queuedBytes: Int { queue.bytes }

  /// The same as `wsi` until libwebsockets destroys it.
  var handle: OpaquePointer?
  let sendsSubprotocol: Bool
  let address: IPAddress
  /// What it takes of what the server has room for.
  private let place: Door.Place
  /// Its end has been counted.
  private var isCounted = false
  /// Its place in the server's list.
  var index = 0
  var closing: Closing?
  /// How many bytes the other end had not acknowledged when that was last looked at.
  var untaken = Int32.max
  /// Nothing is read from the socket.
  var isPaused = false
  /// The ordered queue is too long to take more questions.
  var isFull = false
  /// Messages that are being worked on.
  var work = 0
  /// The owner is being given a message.
  var isHandingOver = false
  /// Messages that came while nothing could be handed over.
  var held = HeldMessages()
  var lastHeard = 0
  /// When the first ping was sent to which nothing has come since; `nil` if there is none.
  var unansweredSince: Int?
  var nextPing = 0
  /// The pieces of a message that has not ended yet.
  var assembly: [UInt8] = []
  /// Whether they are UTF-8 so far.
  var progress = UTF8Progress()
  /// Accounts of what it has sent; see ``RateLimit``. Checked for exclusive access, taking would cost 29 ns, not 4.
  @exclusivity(unchecked) var messagesPaid = RateLimit.fresh
  @exclusivity(unchecked) var bytesPaid = RateLimit.fresh
  /// Bytes of the message under way, kept or not.
  var messageBytes = 0

  init(
    _ descriptor: Int32, server: SocketServer, number: Int, _ request: UpgradeRequest, _ place: Door.Place
  ) {
    self.descriptor = descriptor
    self.server = server
    self.number = number
    self.place = place
    address = request.address
    sendsSubprotocol = request.offersSubprotocol
  }

  /// Its socket has closed.
  func leave() { server.door.leave(place, at: server.loop.now) }

  /// Queues a frame; frames sent so arrive in order. While too much waits, nothing is read from the peer.
  public func send(_ frame: Frame) {
    server.loop.preconditionInLoop()
    guard isOpen else { return }
    queue.append(frame)
    if queue.bytes > server.settings.maxQueue {
      giveUp()
    } else {
      queueGrew()
      somethingWaits()
    }
  }

  /// Sets the heartbeat; an earlier one that has not been sent yet is dropped.
  public func setHeartbeat(_ frame: Frame) {
    guard isOpen else { return }
    heartbeat = frame
    somethingWaits()
  }

  /// Ends the connection with a code and a reason of at most 123 bytes, after the frames that are queued.
  ///
  /// Its subscriptions end at once and nothing it sends is read any more; ``SocketServerDelegate/closed(_:)``
  /// follows when the close frame is on its way or the connection has died.
  public func close(code: UInt16, reason: String) {
    server.loop.preconditionInLoop()
    guard isOpen else { return }
    count(code)
    closing = Closing(code: code, reason: reason)
    heartbeat = nil
    assembly = []
    held = HeldMessages()
    dropSubscriptions()
    adjustReading()
    somethingWaits()
  }

  /// Cuts the connection without a close frame.
  public func drop() {
    guard wsi != nil, !failed else { return }
    fail()
  }

  func add(_ subscription: Subscription) {
    subscriptions.append(subscription)
    somethingWaits()
  }

  func remove(_ subscription: Subscription) {
    subscriptions.removeAll { $0 === subscription }
    turn = 0
  }

  /// The connection has ended or is as good as ended: nothing may touch libwebsockets' object any more.
  func end() {
    guard wsi != nil else { return }
    count(1_006)
    wsi = nil
    queue.clear()
    heartbeat = nil
    assembly = []
    held = HeldMessages()
    dropSubscriptions()
    server.ended(self)
  }

  /// Counts its end by the code that it is closed with, by whichever side that is first.
  func count(_ code: UInt16) {
    guard !isCounted else { return }
    isCounted = true
    server.tally.closed(code)
  }

  /// The socket cannot be used: libwebsockets takes it down soon and reports its end.
  func fail() {
    failed = true
    kill()
  }

  /// Lets libwebsockets cut the connection in a moment; at once would not be safe from inside its callbacks.
  func kill() {
    guard let handle else { return }
    lws_set_timeout(handle, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC)
    server.context.wake()
  }

  private func dropSubscriptions() {
    let ended = subscriptions
    subscriptions = []
    turn = 0
    for subscription in ended { subscription.channel?.drop(subscription) }
  }
}
