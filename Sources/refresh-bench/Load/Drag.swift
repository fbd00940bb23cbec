/// Peers that drag: each sends a steady number of samples a second, evenly spread over time.
struct Drag {
  /// Samples a second of a peer.
  static let rate = 60.0
  let load: Load
  /// How many of the generator's first peers drag.
  let fingers: Int
  /// Samples sent.
  private(set) var sent = 0
  /// Nanoseconds spent looking at the clock with nothing to do: so close together, samples are not waited for.
  private(set) var spun: UInt64 = 0

  init(_ load: Load, fingers: Int) {
    self.load = load
    self.fingers = fingers
  }

  /// Drags for so many seconds; a generator that falls behind its times catches up.
  mutating func run(_ duration: Double) throws(Failure) {
    let begin = nanoseconds()
    let period = 1e9 / (Self.rate * Double(fingers))
    let total = Int(duration * Self.rate * Double(fingers))
    var next = 0
    while next < total {
      let looked = nanoseconds()
      let due = min(total, Int(Double(looked - begin) / period))
      let wasIdle = next == due
      while next < due {
        let peer = load.peers[next % fingers]
        peer.sends(at: nanoseconds())
        guard Sockets.send(peer.socket, ClientFrames.pointer(peer.sent)) else {
          throw Failure("the server has stopped taking pointer samples")
        }
        next += 1
        // So that answers are seen when they come, not after a burst.
        if next & 31 == 0 { load.turn(0) }
      }
      let handled = load.turn(fingers < 100 ? 1 : 0)
      if wasIdle, handled == 0, fingers >= 100 { spun += nanoseconds() - looked }
      if load.lost > 0 { throw Failure("the server ended \(load.lost) connections") }
      if let mistake = load.mistake { throw Failure(mistake) }
      if seconds(begin, nanoseconds()) > duration * 5 + 5 {
        throw Failure("the samples of \(duration) s could not be sent in five times that")
      }
    }
    sent += total
  }
}
