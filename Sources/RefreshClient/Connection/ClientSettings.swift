/// How a client keeps its connection, and how much it keeps in memory.
public struct ClientSettings: Sendable {
  /// The longest wait before the first attempt to come back; it doubles with each attempt.
  public var backoffBase: Duration = .milliseconds(500)
  /// Where the doubling ends.
  public var backoffLimit: Duration = .seconds(20)
  /// A connection that has lasted this long makes the doubling begin anew, unless it ends while the greeting or an
  /// answer to a subscription is awaited.
  public var stableAfter: Duration = .seconds(5)
  /// How long an attempt to connect may take, until the connection is open; then, until the server has greeted; and then,
  /// until it has answered to a subscription, if nothing but heartbeats comes meanwhile.
  public var connectTimeout: Duration = .seconds(10)
  /// How long a connection may bring nothing, beyond two heartbeats, before it counts as lost.
  public var silenceGrace: Duration = .seconds(5)
  /// The heartbeat that counts until the server has told its own.
  public var assumedHeartbeat: Duration = .seconds(25)
  /// How long a stopped client waits for the server's answer to its close.
  public var closeTimeout: Duration = .seconds(2)
  /// The token that lets this client in, if the server asks for one. It travels as a second subprotocol, which every
  /// platform's WebSocket can offer.
  public var token: String?
  /// How many events wait for their reader, about; beyond that nothing more is read from the connection.
  public var eventBuffer = 256

  /// The protocol's own values.
  public init() {}
}
