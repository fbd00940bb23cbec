import Glibc

/// The load generator: plain non-blocking sockets on epoll. Frames are counted by their headers and first bytes.
final class Load {
  /// The limit of descriptors, and how many of them are left for other things.
  static let descriptors = Sockets.raiseLimit()
  static let spare = 200

  let port: Int
  let poller: Poller
  let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: Load.bufferSize)
  static let bufferSize = 262_144
  private static let firstPoster = 1 << 32

  private(set) var peers: [LoadPeer] = []
  private(set) var posters: [Poster] = []
  /// How many handshakes are under way at once.
  var window = 128
  private var connecting = 0
  /// What each peer sends after its handshake.
  private let subscribe: [UInt8]

  /// Peers that have been answered `subscribed`.
  var live = 0
  /// Peers whose connection the server has ended.
  var lost = 0
  var rows = 0
  var rowFrames = 0
  var presences = 0
  var pulls = 0
  var bytes = 0
  /// Answers to posts, and those that were not 201.
  var answers = 0
  var refusals = 0
  /// What latencies are counted from, where all come from one moment.
  var began: UInt64 = 0
  var latency = Histogram()
  var answerLatency = Histogram()
  /// What was wrong with what came, the first time.
  var mistake: String?

  init(port: Int, subscribe: [UInt8] = ClientFrames.subscribe()) throws(Failure) {
    self.port = port
    self.subscribe = subscribe
    poller = try Poller()
  }

  deinit {
    for peer in peers where peer.state != .lost { Sockets.abort(peer.socket) }
    for poster in posters { Sockets.abort(poster.socket) }
    buffer.deallocate()
  }

  /// Connects and subscribes so many more peers; returns when each has been answered.
  func connect(_ count: Int, within limit: Double = 60) throws(Failure) {
    guard peers.count - lost + count + posters.count + Self.spare <= Self.descriptors else {
      throw Failure(
        "\(peers.count + count) connections do not fit the limit of \(Self.descriptors) descriptors")
    }
    let wanted = live + count
    var left = count
    try poll(within: limit, "\(count) connections more") { () throws(Failure) in
      while left > 0, self.connecting < self.window {
        left -= 1
        try self.begin()
      }
      return self.live >= wanted
    }
  }

  /// Opens HTTP connections.
  func openPosters(_ count: Int) throws(Failure) {
    for _ in 0..<count {
      let poster = Poster(try Sockets.connect(to: port, from: 2))
      var waiting = pollfd(fd: poster.socket, events: Int16(POLLOUT), revents: 0)
      Glibc.poll(&waiting, 1, 5_000)
      poller.watch(poster.socket, Self.firstPoster + posters.count)
      posters.append(poster)
    }
  }

  /// Ends the newest so many peers.
  func close(_ count: Int) {
    for peer in peers.suffix(count) where peer.state != .lost {
      if peer.state == .live { live -= 1 }
      Sockets.abort(peer.socket)
    }
    peers.removeLast(count)
  }

  /// Handles what comes until `done` says so, which is asked between; a failure if that takes longer than `limit`
  /// seconds or the server ends a connection.
  func poll(within limit: Double, _ what: String, _ done: () throws(Failure) -> Bool) throws(Failure) {
    let end = nanoseconds() + UInt64(limit * 1e9)
    while try !done() {
      turn(1)
      if let mistake { throw Failure("\(what): \(mistake)") }
      if lost > 0 { throw Failure("\(what): the server ended \(lost) connections") }
      if nanoseconds() > end { throw Failure("\(what): not done within \(limit) s") }
    }
  }

  /// Handles what comes for so many seconds.
  func idle(_ duration: Double) throws(Failure) {
    let end = nanoseconds() + UInt64(duration * 1e9)
    try poll(within: duration + 5, "waiting") { nanoseconds() >= end }
  }

  /// Waits at most so many milliseconds and handles what is there.
  /// - Returns: on how many connections something was.
  @discardableResult
  func turn(_ milliseconds: Int32) -> Int {
    poller.wait(milliseconds) { number in
      number >= Self.firstPoster ? answered(posters[number - Self.firstPoster]) : ready(peers[number])
    }
  }

  private func begin() throws(Failure) {
    let socket = try Sockets.connect(to: port, from: 2 + UInt32(peers.count % 8))
    poller.watch(socket, peers.count, writing: true)
    peers.append(LoadPeer(socket, index: peers.count))
    connecting += 1
  }

  private func ready(_ peer: LoadPeer) {
    switch peer.state {
    case .connecting:
      peer.state = .upgrading
      poller.watch(peer.socket, peer.index, again: true)
      if !Sockets.send(peer.socket, ClientFrames.handshake) { lose(peer) }
    case .lost: break
    default: receive(peer)
    }
  }

  /// The handshake is answered.
  func upgraded(_ peer: LoadPeer) {
    peer.state = .subscribing
    if !Sockets.send(peer.socket, subscribe) { lose(peer) }
  }

  /// A peer's subscription is answered.
  func subscribed(_ peer: LoadPeer) {
    guard peer.state == .subscribing else { return }
    peer.state = .live
    live += 1
    connecting -= 1
  }

  func lose(_ peer: LoadPeer) {
    guard peer.state != .lost else { return }
    peer.state = .lost
    lost += 1
    Glibc.close(peer.socket)
  }

  private func answered(_ poster: Poster) {
    let got = recv(poster.socket, buffer, Self.bufferSize, 0)
    guard got > 0 else {
      if got == 0 || errno != EAGAIN { mistake = "the server ended a connection over HTTP" }
      return
    }
    guard poster.receive(UnsafeBufferPointer(start: buffer, count: got)) else { return }
    answers += 1
    answerLatency.add(nanoseconds() &- poster.sentAt)
    if poster.status >= 300 {
      refusals += 1
      mistake = "a request was answered \(poster.status): \(String(decoding: poster.body, as: UTF8.self))"
    }
  }
}
