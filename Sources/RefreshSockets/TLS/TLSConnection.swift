import CLibUV
import Glibc
import RefreshLoop

/// The TLS of one connection, in front of the rest of the server.
///
/// HTTP is read, and frames are sent, on plain sockets. So a connection by TLS is served on one end of a pair of local
/// sockets as if it had been accepted there, and this is what stands between the other end and the peer's own socket.
/// Each direction holds one step of bytes and takes no more until they are gone, so a peer that takes nothing holds back
/// the server as on a socket of its own.
final class TLSConnection {
  /// How many a connection has: the peer's socket, and both ends of the pair.
  static let descriptors = 3
  /// The longest that a peer is waited for when everything has been said, in milliseconds.
  private static let lingerTime = 2_000
  /// What may wait for a peer before nothing more is read from it: answers to its own demands for new keys, too.
  private static let maxAnswers = 65_536

  private unowned let server: SocketServer
  private let place: Door.Place
  private let session: TLSSession
  private let outer: Int32
  private let inner: Int32
  private var outerPoll: TLSSide?
  private var innerPoll: TLSSide?
  private var toServer = OutputBuffer()
  private var toPeer = OutputBuffer()
  /// The peer will send no more.
  private var peerEnded = false
  /// The server will say no more; some of it may not have been taken from the pair yet.
  private var serverLeft = false
  /// All that the server had to say has been taken.
  private var serverEnded = false
  private var hasBegun = false
  /// What the peer still sends is thrown away: it cannot be understood.
  private var isDeaf = false
  private var isClosed = false
  private var deadline: Int

  init(
    _ outer: Int32, _ inner: Int32, _ session: TLSSession, _ place: Door.Place, _ server: SocketServer
  ) {
    self.outer = outer
    self.inner = inner
    self.session = session
    self.place = place
    self.server = server
    deadline = server.time + server.settings.tlsHandshake
    outerPoll = TLSSide(
      outer, on: server.loop, { [unowned self] _ in ready() }, broke: { [unowned self] in close() })
    innerPoll = TLSSide(
      inner, on: server.loop, { [unowned self] in innerReady($0) }, broke: { [unowned self] in innerBroke() })
  }

  /// Begins to watch both sockets.
  /// - Returns: whether the system could be asked for that; else nothing has been taken, and nothing is to be closed.
  func begin() -> Bool {
    if innerPoll?.poll != nil, outerPoll?.poll != nil {
      watch()
      return true
    }
    outerPoll?.poll?.close()
    innerPoll?.poll?.close()
    return false
  }

  /// Ends what takes too long: a handshake, or the peer's taking of the last words.
  func check(at now: Int) {
    if now > deadline { close() }
  }

  /// The server stops: what it has said last still goes out, as far as the peer's socket takes it.
  func stop() {
    for _ in 0..<64 { guard takeFromServer() else { break } }
    guard !isClosed else { return }
    session.end()
    toPeer.append(session.output())
    _ = flush()
    // What has not been read when a socket closes would take the last words with it.
    discardInput(of: outer)
    close()
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    outerPoll?.poll?.close()
    innerPoll?.poll?.close()
    Glibc.close(outer)
    Glibc.close(inner)
    server.remove(self, place)
  }

  private func innerReady(_ events: Int32) {
    if events & Int32(UV_DISCONNECT.rawValue) != 0, !serverLeft { serverLeaves() }
    ready()
  }

  /// One of both sockets has something, or takes something.
  private func ready() {
    guard flush() else { return close() }
    // Level-triggered: what is left after these steps is told of again, when others have had their turn.
    for _ in 0..<4 where !isClosed {
      let heard = takeFromPeer()
      guard !isClosed else { return }
      let told = takeFromServer()
      if !heard, !told { break }
    }
    guard !isClosed else { return }
    if isOver { return close() }
    watch()
  }

  /// The server has closed its end without having read everything, which is an error here; what it said is still there.
  private func innerBroke() {
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(inner, SOL_SOCKET, SO_ERROR, &code, &size)
    ready()
  }

  // MARK: From the peer

  private func takeFromPeer() -> Bool {
    guard !peerEnded, toServer.isEmpty, toPeer.count < Self.maxAnswers else { return false }
    return withUnsafeTemporaryAllocation(byteCount: TLSSession.step, alignment: 1) { buffer in
      let got = recv(outer, buffer.baseAddress, buffer.count, receiveFlags)
      if got < 0 {
        if errno != EAGAIN, errno != EINTR { close() }
        return false
      }
      if got == 0 {
        peerSaysEnd()
        return false
      }
      if isDeaf { return true }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<got])
      if !hasBegun, PlainHTTP.begins(with: bytes[0]) { return refusePlainHTTP() }
      hasBegun = true
      return take(bytes)
    }
  }

  private func refusePlainHTTP() -> Bool {
    toPeer.append(PlainHTTP.refusal)
    isDeaf = true
    serverSaysEnd()
    if !flush() { close() }
    return false
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let wasOpen = session.isOpen
    let progress = session.receive(bytes) { toServer.append(Array($0)) }
    if session.isOpen, !wasOpen, !serverLeft { deadline = .max }
    toPeer.append(session.output())
    switch progress {
    case .goesOn: break
    case .ended: peerSaysEnd()
    case .failed:
      // The alert still goes out.
      isDeaf = true
      serverSaysEnd()
    }
    if !flush() { close() }
    return !isClosed
  }

  private func peerSaysEnd() {
    peerEnded = true
    guard session.isOpen || isDeaf else { return close() }
    endInner()
  }

  /// The server hears of the peer's end behind everything that the peer has said.
  private func endInner() {
    if peerEnded || isDeaf, toServer.isEmpty, !toServer.isShut { toServer.shut(inner) }
  }

  // MARK: From the server

  private func takeFromServer() -> Bool {
    guard !serverEnded, toPeer.isEmpty else { return false }
    return withUnsafeTemporaryAllocation(byteCount: TLSSession.step, alignment: 1) { buffer in
      let got = recv(inner, buffer.baseAddress, buffer.count, session.isOpen ? receiveFlags : peekFlags)
      if got < 0, errno == EAGAIN || errno == EINTR { return false }
      if got < 0, errno == ECONNRESET { return true }
      guard got > 0 else {
        session.end()
        toPeer.append(session.output())
        serverSaysEnd()
        if !flush() { close() }
        return false
      }
      guard session.isOpen else { return false }
      guard session.send(UnsafeRawBufferPointer(rebasing: buffer[..<got])) else {
        close()
        return false
      }
      toPeer.append(session.output())
      if !flush() { close() }
      return !isClosed
    }
  }

  /// From now on nobody but this connection watches whether the peer takes what is left.
  private func serverLeaves() {
    serverLeft = true
    deadline = min(deadline, server.time + server.settings.stall)
  }

  private func serverSaysEnd() {
    serverEnded = true
    if !serverLeft { serverLeaves() }
  }

  // MARK: Both

  /// - Returns: whether both sockets are still usable.
  private func flush() -> Bool {
    let waiting = toPeer.count
    guard waiting == 0 || toPeer.send(to: outer) else { return false }
    if serverLeft, toPeer.count < waiting, session.isOpen { deadline = server.time + server.settings.stall }
    // What the server does not want to hear any more is no reason to keep its last words from the peer.
    if !toServer.isEmpty, !toServer.send(to: inner) { toServer = OutputBuffer() }
    endInner()
    if serverEnded, toPeer.isEmpty, !toPeer.isShut {
      toPeer.shut(outer)
      deadline = min(deadline, server.time + Self.lingerTime)
    }
    return true
  }

  private var isOver: Bool { serverEnded && toPeer.isEmpty && peerEnded }

  private func watch() {
    var outside: Int32 = 0
    if !peerEnded, toServer.isEmpty, toPeer.count < Self.maxAnswers { outside |= Int32(UV_READABLE.rawValue) }
    if !toPeer.isEmpty { outside |= Int32(UV_WRITABLE.rawValue) }
    var inside: Int32 = 0
    if !serverEnded, toPeer.isEmpty { inside |= Int32(UV_READABLE.rawValue) }
    if !toServer.isEmpty { inside |= Int32(UV_WRITABLE.rawValue) }
    // While something waits for the peer nothing is read here, and the server's end must be seen all the same.
    if !serverLeft { inside |= Int32(UV_DISCONNECT.rawValue) }
    outerPoll?.poll?.watch(outside)
    innerPoll?.poll?.watch(inside)
  }
}
