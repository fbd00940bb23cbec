import CLibWebSockets
import Glibc
import RefreshLoop

/// A WebSocket and HTTP server on one address. Confined to the loop's thread.
///
/// HTTP requests and handshakes are read here; an accepted handshake is handed over to libwebsockets, which
/// speaks RFC 6455 from then on.
public final class SocketServer {
  /// The port it listens on.
  public let port: Int
  /// The peers that are connected.
  public private(set) var peers: [Peer] = []
  /// Bounds and times.
  public private(set) var settings: SocketSettings

  let loop: EventLoop
  weak var delegate: (any SocketServerDelegate)?
  private(set) var context: LwsContext!
  /// The peer that is being handed over to libwebsockets.
  private(set) var arriving: Peer?
  /// What the peer whose turn it is sends.
  let batch = FrameBatch()
  /// Who is let in.
  let door: Door
  /// Bytes of all bodies that are coming in or whose requests have no answer yet.
  var heldBodies = 0
  /// Looked at for every frame that goes out, so not checked for exclusive access.
  @exclusivity(unchecked) var tally = SocketCounts()
  private(set) var clock: PatientClock
  private var listener: Listener?
  private var sweep: LoopTimer?
  private var connections: [ObjectIdentifier: HTTPConnection] = [:]
  /// By what new connections speak TLS; `nil`: they do not.
  private var identity: TLSIdentity?
  private var secured: [ObjectIdentifier: TLSConnection] = [:]
  private var dirty: [Peer] = []
  private var lastNumber = 0

  /// Listens from now on.
  /// - Parameters:
  ///   - inherited: sockets that listen already, in the address's place.
  ///   - identity: makes every connection one by TLS.
  /// - Throws: ``SocketError`` if the address cannot be listened on.
  public init(
    on loop: EventLoop, listen address: ListenAddress, inherited: [InheritedSocket] = [],
    settings: SocketSettings = .init(),
    identity: TLSIdentity? = nil, delegate: any SocketServerDelegate
  ) throws(SocketError) {
    loop.preconditionInLoop()
    self.loop = loop
    self.settings = settings.inOrder
    self.delegate = delegate
    self.identity = identity
    door = Door(self.settings, descriptors: identity == nil ? 1 : TLSConnection.descriptors)
    clock = PatientClock(period: self.settings.sweep, now: loop.now)
    let hook = AcceptHook()
    let listener = try Listener(on: loop, address, inherited: inherited) {
      hook.server?.accepted($0, from: $1)
    }
    self.listener = listener
    port = listener.port
    context = nil
    hook.server = self
    context = try LwsContext(
      on: loop, name: "refresh-server", serving: true, receiveBuffer: 256, callback: serverCallback,
      user: Unmanaged.passUnretained(self).toOpaque())
    sweep = LoopTimer(on: loop) { [unowned self] in check() }
    sweep?.start(after: clock.period, every: clock.period)
  }

  /// What it has done since it began.
  public var counts: SocketCounts {
    var counts = tally
    counts.http = connections.count
    return counts
  }

  /// The most connections at once.
  public var maxConnections: Int { door.limit }

  /// The time that is held against peers; see ``PatientClock``.
  var time: Int { clock.time(at: loop.now) }

  /// Shows another certificate to those who come from now on; for a server that speaks TLS.
  public func renew(_ identity: TLSIdentity) {
    loop.preconditionInLoop()
    if self.identity != nil { self.identity = identity }
  }

  /// Takes other bounds and times. What is there and beyond them may stay.
  public func apply(_ settings: SocketSettings) {
    loop.preconditionInLoop()
    self.settings = settings.inOrder
    door.apply(self.settings)
    guard self.settings.sweep != clock.period else { return }
    clock.change(period: self.settings.sweep, at: loop.now)
    sweep?.start(after: clock.period, every: clock.period)
  }

  /// Takes no new connections; those that are there go on.
  public func stopAccepting() {
    listener?.close()
    listener = nil
  }

  /// Cuts every connection and lets go of the address. The owner is told of each peer's end during the call; the
  /// sockets themselves close within the loop's next turns.
  public func close() {
    loop.preconditionInLoop()
    stopAccepting()
    sweep = nil
    for connection in connections.values { connection.stop() }
    for peer in peers { peer.end() }
    for connection in secured.values { connection.stop() }
    context.close()
  }

  func established(_ peer: Peer, _ wsi: OpaquePointer) {
    peer.wsi = wsi
    peer.lastHeard = time
    peer.nextPing = peer.lastHeard + settings.ping
    peer.index = peers.count
    peers.append(peer)
    tally.handshakes += 1
    delegate?.opened(peer)
    peer.somethingWaits()
  }

  func ended(_ peer: Peer) {
    let last = peers.removeLast()
    if last !== peer {
      peers[peer.index] = last
      last.index = peer.index
    }
    delegate?.closed(peer)
  }

  func lookAtTurnEnd(_ peer: Peer) {
    if dirty.isEmpty {
      loop.atTurnEnd { [self] in
        let peers = dirty
        dirty.removeAll(keepingCapacity: true)
        for peer in peers {
          peer.isDirty = false
          peer.readOn()
          peer.pump()
          peer.uncork()
        }
      }
    }
    dirty.append(peer)
  }

  /// Hands an accepted handshake over to libwebsockets, with what the client has already sent after it.
  func handOver(
    _ descriptor: Int32, _ request: UpgradeRequest, _ place: Door.Place, early: [UInt8], context: AnyObject?
  ) {
    lastNumber += 1
    let peer = Peer(descriptor, server: self, number: lastNumber, request, place)
    peer.context = context
    arriving = peer
    let bytes = request.canonical + early
    // The answer to the handshake and the owner's greeting leave together, when the turn ends.
    setCork(true, on: descriptor)
    bytes.withUnsafeBytes { bytes in
      _ = lws_adopt_socket_vhost_readbuf(
        self.context.vhost, descriptor, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    arriving = nil
    // Had libwebsockets not taken it, nobody else would say that it is gone.
    if peer.handle == nil { peer.leave() }
  }

  func remove(_ connection: HTTPConnection) {
    connections[ObjectIdentifier(connection)] = nil
  }

  func remove(_ connection: TLSConnection, _ place: Door.Place) {
    secured[ObjectIdentifier(connection)] = nil
    door.release(place, at: loop.now)
  }

  private func accepted(_ descriptor: Int32, from address: IPAddress) {
    tally.accepted += 1
    guard let place = door.enter(address) else {
      tally.dropped += 1
      Glibc.close(descriptor)
      return
    }
    var descriptor = descriptor
    if let identity {
      let outer = descriptor
      guard door.secure(place, at: loop.now),
        let (connection, inner) = TLSConnection.begin(descriptor, identity, place, server: self)
      else {
        tally.dropped += 1
        Glibc.close(descriptor)
        return door.leave(place, at: loop.now)
      }
      secured[ObjectIdentifier(connection)] = connection
      door.hold(place)
      // What is served inside sees nothing of what the other end acknowledges.
      giveUpUnacknowledged(outer, after: settings)
      descriptor = inner
    }
    let connection = HTTPConnection(descriptor, server: self, address, place)
    connections[ObjectIdentifier(connection)] = connection
    // By then more of what it says has come.
    loop.atTurnEnd { connection.begin() }
  }

  private func check() {
    clock.tick(at: loop.now)
    let now = time
    for peer in peers { peer.check(at: now) }
    for connection in connections.values { connection.check(at: now) }
    for connection in secured.values { connection.check(at: now) }
    door.tidy(at: loop.now)
  }
}

/// While it is set, the system holds back what does not fill a packet, for 200 ms at most.
func setCork(_ isSet: Bool, on descriptor: Int32) {
  var value: Int32 = isSet ? 1 : 0
  setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_CORK, &value, socklen_t(MemoryLayout<Int32>.size))
}

/// Lets the system end a connection whose other end acknowledges nothing for as long as a silent peer is borne with.
func giveUpUnacknowledged(_ descriptor: Int32, after settings: SocketSettings) {
  var limit = UInt32(clamping: max(settings.silence, settings.stall))
  setsockopt(
    descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &limit, socklen_t(MemoryLayout<UInt32>.size))
}

/// Lets the listener exist before the server is whole.
private final class AcceptHook {
  unowned(unsafe) var server: SocketServer?
}
