import CLibWebSockets
import Glibc

extension Peer {
  /// Something waits to be sent: it is looked at when the turn ends, unless the socket is waited for anyway.
  func somethingWaits() {
    guard wsi != nil, !isDirty, waitingSince == 0 else { return }
    isDirty = true
    server.lookAtTurnEnd(self)
  }

  /// Writes what waits as long as the socket takes it whole; asks for a writable socket for the rest.
  ///
  /// Writing at once is what makes a fan-out cheap: asking first costs two system calls more for each peer.
  func pump() {
    guard let wsi, !failed, waitingSince == 0 else { return }
    var written = 0
    while written < server.settings.chunk {
      if lws_partial_buffered(wsi) != 0 { return waitUntilWritable(wsi) }
      guard let frame = next() else {
        if let closing { sayGoodbye(closing, on: wsi) }
        return
      }
      guard write(frame, to: wsi) else { return fail() }
      written += frame.count
    }
    waitUntilWritable(wsi)
  }

  /// The socket takes more: one write.
  func writable() {
    guard let wsi, !failed else { return }
    waitingSince = 0
    if let frame = next() {
      guard write(frame, to: wsi) else { return fail() }
      waitUntilWritable(wsi)
    } else if let closing {
      sayGoodbye(closing, on: wsi)
    }
  }

  /// Pings when it is time; drops a peer that is silent or takes nothing.
  func check(at now: Int) {
    guard let wsi, !failed else { return }
    let settings = server.settings
    if waitingSince != 0 || unansweredSince != nil { noteProgress(wsi, at: now) }
    if waitingSince != 0, now - waitingSince > settings.stall { return giveUp() }
    if isSilent(at: now) { return fail() }
    if lws_partial_buffered(wsi) != 0, hasEnded(wsi) { return fail() }
    if now >= nextPing, closing == nil, lws_partial_buffered(wsi) == 0 {
      nextPing = now + settings.ping
      guard ping(wsi) else { return fail() }
      if unansweredSince == nil {
        unansweredSince = now
        untaken = .max
      }
    }
  }

  /// Whether the peer had all the time that it has for showing a sign of life. While nothing is read from it, none could
  /// be seen: whether it takes what waits for it is watched instead.
  private func isSilent(at now: Int) -> Bool {
    guard !isPaused, let unansweredSince else { return false }
    let settings = server.settings
    return now - unansweredSince > settings.silence - settings.ping && now - lastHeard > settings.silence
  }

  /// The peer does not take what it asked for: 4208 if its socket still takes a frame, else the end.
  func giveUp() {
    guard let wsi, !failed else { return }
    if lws_partial_buffered(wsi) == 0 {
      let bytes = closeFrame(code: 4208, reason: "slow")
      let descriptor = lws_get_socket_fd(wsi)
      // The socket often has room for so few bytes when it does not yet say that it is writable.
      if Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) == bytes.count
      {
        shutdown(descriptor, Int32(SHUT_WR))
      }
    }
    fail()
  }

  private func waitUntilWritable(_ wsi: OpaquePointer) {
    waitingSince = server.time
    untaken = .max
    lws_callback_on_writable(wsi)
  }

  /// A socket says that it is writable only after a good part of its buffer has gone out, which on a slow line takes
  /// longer than a stall may: what the other end has acknowledged meanwhile counts as taken. A ping behind it has not
  /// reached the other end either as long as more is being taken.
  private func noteProgress(_ wsi: OpaquePointer, at now: Int) {
    var left: Int32 = 0
    guard ioctl(lws_get_socket_fd(wsi), UInt(TIOCOUTQ), &left) == 0 else { return }
    if left < untaken, untaken != .max {
      if waitingSince != 0 { waitingSince = now }
      // With nothing left it is the ping itself that has been taken, by the other end's system.
      if left > 0, unansweredSince != nil { unansweredSince = now }
    }
    untaken = left
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

  private func write(_ frame: Frame, to wsi: OpaquePointer) -> Bool {
    lws_write(wsi, frame.payload, frame.count, LWS_WRITE_TEXT) >= 0
  }

  /// A payload, because libwebsockets does not report an empty pong.
  private func ping(_ wsi: OpaquePointer) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Frame.headroom + 4) { bytes in
      bytes.initialize(repeating: 0x70)
      return lws_write(wsi, bytes.baseAddress! + Frame.headroom, 4, LWS_WRITE_PING) >= 0
    }
  }

  /// Sends the close frame and leaves the rest to libwebsockets, which ends the connection when the peer answers
  /// it or takes too long.
  ///
  /// The frame is written as raw bytes: a close that a callback asks for with a reason and a failure is cut off
  /// by a self-test in Debian's build, which closes every such connection twice.
  private func sayGoodbye(_ closing: Closing, on wsi: OpaquePointer) {
    var bytes = [UInt8](repeating: 0, count: Frame.headroom)
    bytes += closeFrame(code: closing.code, reason: closing.reason)
    let count = bytes.count - Frame.headroom
    let written = bytes.withUnsafeMutableBufferPointer {
      lws_write(wsi, $0.baseAddress! + Frame.headroom, count, LWS_WRITE_HTTP)
    }
    guard written >= 0 else { return fail() }
    lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_ACK, Peer.closeAnswerTime)
    server.context.wake()
    end()
  }

  /// A half-closed peer whose last frame is stuck would keep libwebsockets spinning.
  private func hasEnded(_ wsi: OpaquePointer) -> Bool {
    var byte: UInt8 = 0
    return recv(lws_get_socket_fd(wsi), &byte, 1, peekFlags) == 0
  }
}

/// Looks at what has come without taking it or waiting for it.
let peekFlags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)

/// A close frame as it goes out.
func closeFrame(code: UInt16, reason: String) -> [UInt8] {
  let reason = closeReason(reason)
  return [0x88, UInt8(2 + reason.count), UInt8(code >> 8), UInt8(code & 0xff)] + reason
}

/// Tells libwebsockets what the close frame says that it sends when a receiving callback fails.
func setCloseReason(_ wsi: OpaquePointer, code: UInt16, reason: String) {
  var bytes = closeReason(reason)
  bytes.withUnsafeMutableBufferPointer { bytes in
    lws_close_reason(wsi, lws_close_status(rawValue: UInt32(code)), bytes.baseAddress, bytes.count)
  }
}

/// At most the 123 bytes that fit, not cut in the middle of a character.
private func closeReason(_ text: String) -> [UInt8] {
  var bytes = Array(text.utf8.prefix(123))
  while !isValidUTF8(bytes.span.bytes) { bytes.removeLast() }
  return bytes
}
