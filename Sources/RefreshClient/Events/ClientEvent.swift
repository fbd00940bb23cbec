import RefreshEngine
import RefreshWire

/// The end of a connection, or of an attempt at one.
public struct Disconnection: Equatable, Sendable {
  /// The close code; 1006 if none came.
  public var code: UInt16
  /// The reason that came with it, or what kept a connection from opening.
  public var reason: String
  /// When the client comes back, from now; nil if it does not: its code forbids it, or it was stopped.
  public var comesBackAfter: Duration?

  /// An end with its code.
  public init(code: UInt16, reason: String, comesBackAfter: Duration?) {
    self.code = code
    self.reason = reason
    self.comesBackAfter = comesBackAfter
  }
}

/// What a client tells of its connection and its feeds, in the order in which it happened.
public enum ClientEvent: Equatable, Sendable {
  /// The server has greeted.
  case connected(HelloMessage)
  /// The connection has ended.
  case disconnected(Disconnection)
  /// A subscription was answered: the list goes on, or is cleared. Comes again after each reconnection.
  case subscribed(SubscribedMessage)
  /// A feed's title, order or policy changed.
  case feed(FeedMessage)
  /// Rows were appended; the list has them already.
  case rows(RowsMessage)
  /// The feed no longer keeps the rows below `floor`; the list has lost them already.
  case pruned(FeedName, floor: Int)
  /// The state of this client's own gesture.
  case pull(PullMessage)
  /// The state of a feed's refresh changed.
  case state(StateMessage)
  /// A run began; once for each run, also if the state that showed it under way was skipped.
  case runStarted(FeedName, Run)
  /// A run ended; once for each run that any state showed.
  case runEnded(FeedName, LastRun)
  /// Who watches and who pulls changed.
  case presence(PresenceMessage)
  /// The answer to a refresh or a cancel.
  case reply(ReplyMessage)
  /// Earlier rows, as asked for; the list has those that it has room for.
  case history(HistoryMessage)
  /// The server is alive.
  case heartbeat(HeartbeatMessage)
  /// A message of this client was wrong.
  case error(ErrorMessage)
  /// The server is about to close.
  case bye(ByeMessage)
  /// The answer to a ping.
  case pong(PongMessage)
}
