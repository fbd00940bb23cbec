/// One WebSocket connection of the load generator.
final class LoadPeer {
  enum State {
    case connecting, upgrading, subscribing, live, lost
  }

  let socket: Int32
  /// Its place in the generator's list.
  let index: Int
  var state = State.connecting
  /// The beginning of a frame whose rest has not come yet.
  var carry: [UInt8] = []
  /// Bytes of a payload that are still to come and are not looked at.
  var skip = 0
  /// The last row's sequence number; -1 before the first rows.
  var lastRow = -1
  /// The number of the last pointer sample sent, and of the last one answered.
  var sent = 0
  var answered = 0
  /// When the samples went out, by their number; empty unless it drags.
  var sentAt: [UInt64] = []

  init(_ socket: Int32, index: Int) {
    self.socket = socket
    self.index = index
  }

  /// Notes that the next sample goes out.
  func sends(at now: UInt64) {
    if sentAt.isEmpty { sentAt = [UInt64](repeating: 0, count: 256) }
    sent += 1
    sentAt[sent & 255] = now
  }
}
