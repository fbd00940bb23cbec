/// What a server of sockets has done since it began: plain numbers, added up on the loop's thread.
public struct SocketCounts {
  /// Bytes that came by HTTP, and in messages.
  public internal(set) var bytesIn = 0
  /// Bytes that were handed to sockets.
  public internal(set) var bytesOut = 0
  /// Connections that came.
  public internal(set) var accepted = 0
  /// Those that ended at once, without a word.
  public internal(set) var dropped = 0
  /// Connections that speak HTTP now.
  public internal(set) var http = 0
  /// Handshakes that became WebSocket connections.
  public internal(set) var handshakes = 0
  /// Handshakes that this server itself did not let in, by why.
  public internal(set) var refused: [String: Int] = [:]
  /// HTTP answers by status.
  public internal(set) var answers: [Int: Int] = [:]
  /// WebSocket connections that ended by close code: 1006 where there was none, 0 for one that is not a known one.
  public internal(set) var closes: [UInt16: Int] = [:]
  /// WebSocket connections that were given up because they took nothing of what waited.
  public internal(set) var slowPeers = 0
  /// The same of HTTP answers, event streams included.
  public internal(set) var slowAnswers = 0

  /// Codes that RFC 6455 and this server know; others of a client's own making would be without number.
  mutating func closed(_ code: UInt16) {
    let isKnown = (1_000...1_011).contains(code) || (4_000...4_299).contains(code)
    closes[isKnown ? code : 0, default: 0] += 1
  }
}
