import CLibWebSockets
import Glibc

/// When a peer is given up.
extension Peer {
  /// With a payload, because libwebsockets does not report an empty pong.
  private static let pingFrame: [UInt8] = [0x89, 4, 0x70, 0x70, 0x70, 0x70]

  /// Pings when it is time; drops a peer that is silent or takes nothing.
  func check(at now: Int) {
    guard let wsi, !failed else { return }
    let settings = server.settings
    if waitingSince != 0 || unansweredSince != nil { noteProgress(at: now) }
    if waitingSince != 0, now - waitingSince > settings.stall { return giveUp() }
    if isSilent(at: now) { return fail() }
    if lws_partial_buffered(wsi) != 0, hasEnded { return fail() }
    if now >= nextPing, closing == nil, lws_partial_buffered(wsi) == 0 {
      nextPing = now + settings.ping
      Self.pingFrame.withUnsafeBytes { _ = send($0, wsi) }
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
    server.tally.slowPeers += 1
    if lws_partial_buffered(wsi) == 0 {
      let bytes = closeFrame(code: 4208, reason: "slow")
      // The socket often has room for so few bytes when it does not yet say that it is writable.
      if Glibc.send(descriptor, bytes, bytes.count, sendFlags) == bytes.count {
        shutdown(descriptor, Int32(SHUT_WR))
        count(4_208)
      }
    }
    fail()
  }

  /// A socket says that it is writable only after a good part of its buffer has gone out, which on a slow line takes
  /// longer than a stall may: what the other end has acknowledged meanwhile counts as taken. A ping behind it has not
  /// reached the other end either as long as more is being taken.
  private func noteProgress(at now: Int) {
    guard let left = unacknowledged(descriptor) else { return }
    if left < untaken, untaken != .max {
      if waitingSince != 0 { waitingSince = now }
      // With nothing left it is the ping itself that has been taken, by the other end's system.
      if left > 0, unansweredSince != nil { unansweredSince = now }
    }
    untaken = left
  }

  /// A half-closed peer whose last frame is stuck would keep libwebsockets spinning.
  private var hasEnded: Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, peekFlags) == 0
  }
}

/// How many bytes of what a socket was given its other end has not acknowledged.
func unacknowledged(_ descriptor: Int32) -> Int32? {
  var left: Int32 = 0
  return ioctl(descriptor, UInt(TIOCOUTQ), &left) == 0 ? left : nil
}
