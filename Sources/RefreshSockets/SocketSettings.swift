/// Bounds and times of a socket server. Times are milliseconds, sizes bytes.
public struct SocketSettings: Equatable, Sendable {
  /// The path that WebSocket connections ask for.
  public var path = "/live"
  /// The subprotocol that is spoken; a client that offers only others is refused.
  public var subprotocol = "refresh.v1"
  /// The longest client message; a longer one ends its connection with 1009.
  public var maxMessage = 16_384
  /// How often each peer is pinged.
  public var ping = 25_000
  /// A peer from which nothing came for so long, and that has left a ping unanswered for the part of it that is longer
  /// than ``ping``, is given up. Where it is not longer, peers are pinged twice in this time.
  public var silence = 40_000
  /// A peer that has something waiting and takes none of it for so long is given up.
  public var stall = 15_000
  /// A log's frame should not be longer than this; one such frame is written at a time.
  public var chunk = 32_768
  /// While more than this waits in a peer's control queue, nothing is read from that peer.
  public var pauseReading = 65_536
  /// A peer whose control queue grows beyond this is given up.
  public var maxQueue = 2_097_152
  /// The longest body of a HTTP request; a longer one is answered 413.
  public var maxBody = 1_048_576
  /// How long the bodies of all requests without an answer may be together, the first 64 KiB of each aside; a request
  /// whose body goes beyond is answered 503.
  public var maxBodies = 67_108_864
  /// The longest head of a HTTP request; a longer one is answered 431.
  public var maxHead = 16_384
  /// How long a HTTP request may take to arrive, its body included, from its first byte.
  public var requestTime = 30_000
  /// How long a handshake of TLS may take.
  public var tlsHandshake = 10_000
  /// How long a HTTP connection may be without a byte of a request, before the first one and between requests.
  public var keepAlive = 60_000
  /// A streaming answer whose reader leaves more than this waiting is cut.
  public var maxBacklog = 1_048_576

  /// The most connections at once, of all kinds; 0: as many as the process's descriptors allow, which is the most in
  /// any case. Further ones are told so and end.
  public var connections = 0
  /// The most connections at once of one address; of IPv6 its first 64 bits count. This machine's own are not counted
  /// by address, and those of trusted proxies by the address that these name.
  public var addressConnections = 500
  /// Proxies whose `X-Forwarded-For` says who asks.
  public var trustedProxies: [IPNetwork] = []
  /// How many handshakes are taken from all addresses but this machine's own.
  public var handshakes = RateLimit(2_000, burst: 10_000)
  /// How many handshakes are taken from one address.
  public var addressHandshakes = RateLimit(100, burst: 1_000)
  /// How many HTTP requests are taken from one address.
  public var addressRequests = RateLimit(1_000, burst: 20_000)

  /// How many messages are taken from one peer.
  public var messages = RateLimit.none
  /// How many bytes of messages are taken from one peer, the headers of their frames counted.
  public var bytes = RateLimit.none

  /// The defaults of the protocol.
  public init() {}

  /// The same, with time left for the answer to a ping.
  var inOrder: SocketSettings {
    var settings = self
    settings.silence = max(silence, 2)
    if settings.silence <= ping { settings.ping = settings.silence / 2 }
    return settings
  }

  /// How often it is looked whether a time is up.
  var sweep: Int { max(5, min(ping, silence - ping, stall, keepAlive, requestTime, tlsHandshake, 8_000) / 8) }
}
