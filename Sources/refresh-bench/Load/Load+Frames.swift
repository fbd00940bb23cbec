import Glibc

extension Load {
  /// So many bytes of a payload are looked at, at most.
  private static let looked = 80
  private static let pullPrefix = "{\"type\":\"pull\",\"feed\":\"main\",\"n\":".utf8.count

  /// Takes what has come on a peer's socket.
  func receive(_ peer: LoadPeer) {
    let held = peer.carry.count
    for index in 0..<held { buffer[index] = peer.carry[index] }
    let got = recv(peer.socket, buffer + held, Load.bufferSize - held, 0)
    guard got > 0 else {
      if got == 0 || errno != EAGAIN { lose(peer) }
      return
    }
    bytes += got
    let end = held + got
    var at = min(peer.skip, end)
    peer.skip -= at
    if peer.state == .upgrading {
      guard let rest = endOfHandshake(end) else { return hold(peer, from: 0, end, held: held) }
      at = rest
      upgraded(peer)
    }
    let now = nanoseconds()
    while at < end {
      guard let frame = frame(at, end) else { break }
      handle(frame, of: peer, at: now)
      at += frame.header + frame.length
      if at > end {
        peer.skip = at - end
        at = end
      }
    }
    hold(peer, from: at, end, held: held)
  }

  private struct Head {
    var opcode: UInt8
    var header: Int
    var length: Int
    var payload: UnsafePointer<UInt8>
  }

  private func hold(_ peer: LoadPeer, from at: Int, _ end: Int, held: Int) {
    if at < end {
      peer.carry = Array(UnsafeBufferPointer(start: buffer + at, count: end - at))
    } else if held > 0 {
      peer.carry = []
    }
  }

  private func frame(_ at: Int, _ end: Int) -> Head? {
    guard end - at >= 2 else { return nil }
    var length = Int(buffer[at + 1])
    var header = 2
    if length == 126 {
      guard end - at >= 4 else { return nil }
      length = Int(buffer[at + 2]) << 8 | Int(buffer[at + 3])
      header = 4
    } else if length == 127 {
      guard end - at >= 10 else { return nil }
      length = (2..<10).reduce(0) { $0 << 8 | Int(buffer[at + $1]) }
      header = 10
    }
    guard end - at >= header + min(length, Self.looked) else { return nil }
    return Head(opcode: buffer[at] & 15, header: header, length: length, payload: buffer + at + header)
  }

  private func handle(_ frame: Head, of peer: LoadPeer, at now: UInt64) {
    switch frame.opcode {
    case 1 where frame.length > 16: message(frame, of: peer, at: now)
    case 8: lose(peer)
    case 9:
      let payload = Array(UnsafeBufferPointer(start: frame.payload, count: min(frame.length, 80)))
      Sockets.send(peer.socket, ClientFrames.text(payload, opcode: 10))
    default: break
    }
  }

  /// Tells messages apart by two bytes of their type.
  private func message(_ frame: Head, of peer: LoadPeer, at now: UInt64) {
    switch (frame.payload[9], frame.payload[10]) {
    case (UInt8(ascii: "r"), UInt8(ascii: "o")): rows(frame, of: peer, at: now)
    case (UInt8(ascii: "p"), UInt8(ascii: "u")): pull(frame, of: peer, at: now)
    case (UInt8(ascii: "p"), UInt8(ascii: "r")): presences += 1
    case (UInt8(ascii: "s"), UInt8(ascii: "u")): subscribed(peer)
    case (UInt8(ascii: "e"), UInt8(ascii: "r")):
      mistake = "the server answered with an error frame"
    default: break
    }
  }

  private func rows(_ frame: Head, of peer: LoadPeer, at now: UInt64) {
    guard let contents = RowsFrame.contents(frame.payload, length: frame.length) else {
      mistake = "a rows frame of \(frame.length) bytes holds other rows than those that were sent"
      return
    }
    if peer.lastRow >= 0, contents.first != peer.lastRow + 1 {
      mistake = "row \(contents.first) came after row \(peer.lastRow)"
    }
    peer.lastRow = contents.first + contents.count - 1
    rows += contents.count
    rowFrames += 1
    latency.add(now &- began, count: contents.count)
  }

  private func pull(_ frame: Head, of peer: LoadPeer, at now: UInt64) {
    var at = Self.pullPrefix
    let n = RowsFrame.number(frame.payload, &at)
    pulls += 1
    // An answer may stand for several samples; each is answered now.
    while peer.answered < min(n, peer.sent) {
      peer.answered += 1
      if peer.sent - peer.answered < 256 { latency.add(now &- peer.sentAt[peer.answered & 255]) }
    }
  }

  private func endOfHandshake(_ end: Int) -> Int? {
    guard end >= 16 else { return nil }
    for at in 3..<end where buffer[at] == 10 && buffer[at - 1] == 13 && buffer[at - 2] == 10 {
      if buffer[9] != 49 || buffer[11] != 49 { mistake = "the handshake was not answered with 101" }
      return at + 1
    }
    return nil
  }
}
