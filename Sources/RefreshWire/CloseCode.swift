/// WebSocket close codes that refreshd sends or understands.
public enum CloseCode: UInt16, Sendable, CaseIterable {
  /// Done.
  case normal = 1000
  /// The page or the server goes away.
  case goingAway = 1001
  /// The peer broke the WebSocket protocol.
  case protocolError = 1002
  /// No close frame came; never sent.
  case abnormal = 1006
  /// A text that is not UTF-8.
  case invalidText = 1007
  /// A message over the bound.
  case tooBig = 1009
  /// Not JSON, not an object, or a binary frame.
  case malformed = 4000
  /// No or a wrong token.
  case unauthorized = 4001
  /// A connection without a subscription for too long.
  case idle = 4002
  /// Not allowed.
  case forbidden = 4003
  /// Too much in too short a time.
  case rateLimited = 4100
  /// The server has as many connections as it takes.
  case full = 4101
  /// The server stops and another will be there.
  case draining = 4200
  /// What the connection's token allows has become less: come back with that.
  case rights = 4201
  /// The peer took its rows too slowly.
  case slow = 4208
}

/// What a client does after its connection has ended.
public enum Comeback: Equatable, Sendable {
  /// Not come back as it is: the same would happen again.
  case never
  /// Come back, with the longest back-off at once.
  case backOff
  /// Come back after the time that `bye` has told.
  case afterBye
  /// Come back with jitter.
  case jitter

  /// What a close code asks for.
  public init(code: UInt16) {
    switch code {
    case 4000..<4100: self = .never
    case 4100..<4200: self = .backOff
    case 4200..<4300: self = .afterBye
    default: self = .jitter
    }
  }
}
