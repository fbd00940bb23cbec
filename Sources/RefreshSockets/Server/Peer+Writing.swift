import CLibWebSockets
import Glibc

extension Peer {
  /// Something waits to be sent: it is looked at when the turn ends, unless the socket is waited for anyway.
  func somethingWaits() {
    guard wsi != nil, !isDirty, waitingSince == 0 else { return }
    isDirty = true
    server.lookAtTurnEnd(self)
  }

  /// What has been sent since the handshake leaves now.
  func uncork() {
    guard isCorked, handle != nil else { return }
    isCorked = false
    setCork(false, on: descriptor)
  }

  /// Writes what waits as long as the socket takes it whole; asks for a writable socket for the rest.
  ///
  /// Writing at once is what makes a fan-out cheap: asking first costs two system calls more for each peer. Frames go
  /// to the socket past libwebsockets, which would look through its own memory for each of them; it is handed only
  /// what the socket does not take, and while it has such bytes nothing goes past it.
  func pump() {
    guard let wsi, !failed, waitingSince == 0 else { return }
    if lws_partial_buffered(wsi) != 0 { return waitUntilWritable(wsi) }
    var written = 0
    while written < server.settings.chunk {
      guard let frame = next() else { break }
      guard written + frame.bytes.count < server.settings.chunk else {
        if send(frame.bytes, wsi) { waitUntilWritable(wsi) }
        return
      }
      guard let second = next() else {
        if send(frame.bytes, wsi) { break }
        return
      }
      guard let size = sendTogether(frame, second, wsi) else { return }
      written += size
    }
    if written >= server.settings.chunk {
      waitUntilWritable(wsi)
    } else if let closing {
      sayGoodbye(closing, on: wsi)
    }
  }

  /// Sends two frames and what waits behind them in one system call.
  /// - Returns: how many bytes went out; `nil` if the socket did not take all, so that nothing more may be sent now.
  private func sendTogether(_ first: Frame, _ second: Frame, _ wsi: OpaquePointer) -> Int? {
    let batch = server.batch
    defer { batch.clear() }
    batch.append(first)
    batch.append(second)
    while !batch.isFull, batch.bytes < server.settings.chunk, let frame = next() { batch.append(frame) }
    let sent = batch.send(to: descriptor, flags: sendFlags)
    server.tally.bytesOut &+= batch.bytes
    if sent == batch.bytes { return sent }
    leave(sent, wsi) { batch.rest(after: $0) }
    return nil
  }

  /// The socket takes more.
  func writable() {
    waitingSince = 0
    pump()
  }

  /// Sends bytes that are a frame, or several.
  /// - Returns: whether the socket took all; if it did not, nothing more may be sent now.
  @discardableResult
  func send(_ bytes: UnsafeRawBufferPointer, _ wsi: OpaquePointer) -> Bool {
    let sent = Glibc.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
    server.tally.bytesOut &+= bytes.count
    if sent == bytes.count { return true }
    leave(sent, wsi) { Array(bytes[$0...]) }
    return false
  }

  /// Leaves to libwebsockets what the socket did not take, to send it as soon as the socket takes more.
  /// - Parameter sent: what the system said.
  private func leave(_ sent: Int, _ wsi: OpaquePointer, _ rest: (Int) -> [UInt8]) {
    guard sent >= 0 || errno == EAGAIN || errno == EINTR || errno == ENOBUFS else { return fail() }
    var bytes = [UInt8](repeating: 0, count: LwsContext.headroom)
    bytes += rest(max(0, sent))
    let count = bytes.count - LwsContext.headroom
    let taken = bytes.withUnsafeMutableBufferPointer {
      lws_write(wsi, $0.baseAddress! + LwsContext.headroom, count, LWS_WRITE_HTTP)
    }
    if taken < 0 { fail() } else { waitUntilWritable(wsi) }
  }

  private func waitUntilWritable(_ wsi: OpaquePointer) {
    waitingSince = server.time
    untaken = .max
    lws_callback_on_writable(wsi)
  }

  /// What goes out next: the ordered frames first, then the subscriptions in turn.
  private func next() -> Frame? {
    if let frame = queue.next() {
      queueShrank()
      return frame
    }
    if let frame = heartbeat {
      heartbeat = nil
      return frame
    }
    for _ in 0..<subscriptions.count {
      if turn >= subscriptions.count { turn = 0 }
      let subscription = subscriptions[turn]
      turn += 1
      if let frame = subscription.next() { return frame }
    }
    return nil
  }

  /// Sends the close frame and leaves the rest to libwebsockets, which ends the connection when the peer answers
  /// it or takes too long.
  ///
  /// The frame is written as raw bytes: a close that a callback asks for with a reason and a failure is cut off
  /// by a self-test in Debian's build, which closes every such connection twice.
  private func sayGoodbye(_ closing: Closing, on wsi: OpaquePointer) {
    closeFrame(code: closing.code, reason: closing.reason).withUnsafeBytes { _ = send($0, wsi) }
    guard !failed else { return }
    lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_ACK, Peer.closeAnswerTime)
    server.context.wake()
    end()
  }
}

/// Never waits, and a connection that has ended is an error and no signal.
let sendFlags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)

/// Takes what has come and does not wait for it.
let receiveFlags = Int32(MSG_DONTWAIT)

/// Looks at what has come without taking it or waiting for it.
let peekFlags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
