import Glibc
import RefreshEngine
import RefreshLoop
import RefreshSockets
import RefreshSources
import RefreshStore
import RefreshWire

/// A refreshd in this process: its loop's thread owns all of it.
public final class Server {
  let house: House
  /// The feeds, and the way in and out of there.
  let feedTable: FeedTable
  /// Who may ask from a browser.
  private(set) var access: PageAccess
  /// Who may ask, and for what.
  let gate: Gate
  private(set) var settings: Settings
  private(set) var sockets: SocketServer!
  private var routes: Routes!
  private(set) var sessions: [ObjectIdentifier: Session] = [:]
  var streams: [ObjectIdentifier: EventSession] = [:]
  private var clients: Set<ClientID> = []
  /// Refusals that the operator has been told.
  private var told: Set<String> = []
  private var toldAddresses: Set<String> = []
  private var tick: LoopTimer!
  /// Whether new work is taken; a server that stops answers 503 to the question.
  private(set) var isReady = true

  /// Opens the database, the feeds and the listening socket.
  /// - Throws: ``StartError`` that says what is in the way.
  public init(_ settings: Settings, on loop: EventLoop) throws(StartError) {
    self.settings = settings
    access = PageAccess(settings.origins, listening: settings.listen.host)
    let log = Log(level: settings.logLevel, format: settings.logFormat)
    let now = House.wall
    // Before the database is opened, or made.
    guard let files = StaticFiles(root: settings.web) else {
      throw StartError(
        .failure, "the page's folder \(settings.web) cannot be read; name another with --web DIR")
    }
    do throws(StoreError) {
      var storing = StoreSettings()
      storing.report = { error in log.error("\(error.message)") }
      let store = try Store.open(settings.database, settings: storing, now: now) { job in loop.post(job) }
      house = House(loop: loop, store: store, log: log, tunables: settings.tunables)
      do throws(StoreError) {
        feedTable = try FeedTable(settings.feeds, in: house)
      } catch {
        store.close()
        throw error
      }
    } catch {
      throw StartError(.failure, error.message)
    }
    let tokens = TokenList(settings.tokens)
    let key = tokens.isEmpty ? [] : SignInKey.load(beside: settings.database) { log.warning($0) }
    gate = Gate(tokens, key: key, tunables: settings.tunables)
    routes = Routes(server: self, files: files)
    do {
      let identity = try settings.tls.map { files throws(SocketError) in try files.load() }
      sockets = try SocketServer(
        on: loop, listen: settings.listen, inherited: settings.inherited, settings: settings.sockets,
        identity: identity, delegate: self)
    } catch {
      house.store.close()
      throw StartError(.failure, "\(error.description)")
    }
    if settings.tunables.connections > sockets.maxConnections {
      log.warning(
        "there can be no more than \(sockets.maxConnections) connections, not the \(settings.tunables.connections) asked for: raise the limit of descriptors (LimitNOFILE in systemd, ulimit -n)"
      )
    }
    log.info("database \(AbsolutePath.of(settings.database)), page \(AbsolutePath.of(settings.web))")
    for feed in feedList {
      log.info(
        "feed \(feed.name.text): its last row is number \(feed.rows.head)", LogSubject(feed: feed.name.text))
    }
    startTick()
  }

  var feeds: [FeedName: Feed] { feedTable.byName }

  /// The feeds in the configuration's order.
  var feedList: [Feed] { feedTable.list }

  /// Goes on with other settings, as far as that can be done; see ``reload(_:)``.
  func apply(_ new: Settings) {
    settings = new
    access = PageAccess(new.origins, listening: new.listen.host)
    house.apply(new.tunables)
    sockets.apply(new.sockets)
    tick.start(after: house.tunables.tick, every: house.tunables.tick)
  }

  /// Tells the operator of a page or a name that was refused: of each once, and of no more than somebody might care for.
  func tell(_ refusal: PageAccess.Refusal) {
    guard told.count < 64, told.insert(refusal.log).inserted else { return }
    house.log.warning("refused \(refusal.log)")
  }

  /// Tells the operator of an address that shows wrong tokens, in the same way.
  func tell(wrongTokenFrom address: String) {
    tellShutOut(address)
    guard toldAddresses.count < 64, toldAddresses.insert(address).inserted else { return }
    house.log.warning("refused a wrong token from \(address)")
  }

  // MARK: Time

  private func startTick() {
    tick = LoopTimer(on: house.loop) { [unowned self] in everySoOften() }
    tick.start(after: house.tunables.tick, every: house.tunables.tick)
    house.metrics.tick(period: house.tunables.tick)
    house.stoodStill[ObjectIdentifier(self)] = { [unowned self] begin, end in
      for session in sessions.values { session.stoodStill(for: end - begin) }
    }
  }

  private func everySoOften() {
    let now = house.now
    house.metrics.tick(period: house.tunables.tick)
    for session in sessions.values {
      if let since = session.idleSince, now - since >= house.tunables.idle {
        session.close(
          .idle, "no subscription for \(house.tunables.idle) ms: subscribe to a feed after connecting")
      } else if now >= session.admission.ends {
        session.close(.unauthorized, "the sign-in is over: sign in again")
      } else if now >= session.nextHeartbeat {
        session.heartbeat(at: now)
      }
    }
    for stream in streams.values { stream.check(at: now) }
  }

  // MARK: Stopping

  /// Stops sources, finishes commits, says good-bye to every client, closes the database, and then calls `done`.
  /// It takes no longer than the `drain` setting.
  public func drain(_ done: @escaping () -> Void) {
    guard isReady else { return }
    isReady = false
    sockets.stopAccepting()
    let stop = Stop(self, done)
    stop.begin()
  }

  func closeAll() {
    feedTable.close()
    sockets.close()
    house.store.close()
  }
}

extension Server: SocketServerDelegate {
  /// Lets a client in at `/live`.
  public func upgrade(_ request: UpgradeRequest) -> UpgradeAnswer {
    let host = request.header("host")
    if let refusal = access.refusal(host: host)
      ?? access.refusal(origin: request.header("origin"), host: host)
    {
      tell(refusal)
      house.metrics.refused(refusal.body.code.rawValue)
      return .refuse(status: refusal.status, body: refusal.body.encoded())
    }
    guard isReady else {
      house.metrics.refused(ErrorCode.draining.rawValue)
      let body = ErrorBody(code: .draining, message: "the server is stopping; try again soon")
      return .refuse(status: 503, body: body.encoded())
    }
    return admit(request)
  }

  /// Greets a new connection.
  public func opened(_ peer: Peer) {
    guard let admission = peer.context as? Admission else { return peer.drop() }
    let session = Session(peer, client: newClient(), server: self, admission: admission)
    peer.context = session
    sessions[ObjectIdentifier(session)] = session
    let token = admission.grant.name.map { " with the token \($0)" } ?? ""
    house.log.debug(
      "client \(session.client.text) connected from \(peer.remoteAddress)\(token)",
      LogSubject(client: session.client.text))
  }

  /// Handles one message.
  public func received(_ text: UnsafeRawBufferPointer, from peer: Peer) {
    session(peer)?.received(text)
  }

  /// Refuses what is not text.
  public func receivedBinary(from peer: Peer) {
    session(peer)?.close(
      .malformed, "messages are text frames, each one JSON object; this was a binary frame")
  }

  /// Forgets a connection.
  public func closed(_ peer: Peer) {
    guard let session = session(peer) else { return }
    session.closed()
    peer.context = nil
    sessions[ObjectIdentifier(session)] = nil
    forget(session.client)
    house.log.debug("client \(session.client.text) is gone", LogSubject(client: session.client.text))
  }

  /// A client's identity may be another's from now on.
  func forget(_ client: ClientID) { clients.remove(client) }

  /// Answers an HTTP request.
  public func request(_ exchange: HTTPExchange) {
    identify(exchange)
    routes.answer(exchange)
  }

  @inline(__always)
  private func session(_ peer: Peer) -> Session? {
    peer.context.map { unsafeDowncast($0, to: Session.self) }
  }

  /// An identity that no connected client has: twelve hexadecimal digits.
  func newClient() -> ClientID {
    while true {
      let text = String(UInt64.random(in: 0..<(1 << 48)), radix: 16)
      let client = ClientID(String(repeating: "0", count: 12 - text.count) + text)
      if clients.insert(client).inserted { return client }
    }
  }
}
