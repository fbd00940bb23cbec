import RefreshEngine
import RefreshSockets
import RefreshSources

/// Every time and bound of the server that is not part of an edge's policy. Times are milliseconds.
public struct Tunables: Sendable {
  /// How often a client hears each feed's head.
  var heartbeat = 25_000
  /// How often an event stream gets a comment.
  var eventComment = 20_000
  /// How often a silent peer is pinged.
  var ping = 25_000
  /// When a silent peer is given up.
  var silence = 40_000
  /// When a peer that takes none of the rows waiting for it is given up.
  var stall = 15_000
  /// When a connection without a subscription is closed.
  var idle = 60_000
  /// When a gesture without a sample is cancelled.
  var lease = 15_000
  /// The shortest time between two presence frames of a feed.
  var presence = 33
  /// The shortest time between two presence frames that differ in who watches alone.
  var watching = 1_000
  /// The shortest time between two states that differ in progress alone.
  var progress = 100
  /// How long a refresh's idempotency key is remembered.
  var keyLifetime = 600_000
  /// How long a stop may take before it is forced.
  var drain = 6_000
  /// How long a request with `wait` waits for its run's end.
  var wait = 55_000
  /// How long a command may go on after it was told to terminate.
  var grace = 2_000
  /// The largest message of a client, in bytes.
  var maxMessage = 16_384
  /// The largest body of an HTTP request, in bytes.
  var maxBody = 4_194_304
  /// The largest head of an HTTP request, in bytes.
  var maxHead = 16_384
  /// How much the bodies of all requests without an answer may take together, in bytes.
  var maxBodies = 67_108_864
  /// How long a request may take to arrive, from its first byte to its last.
  var requestTime = 30_000
  /// How long an HTTP connection may be without a request.
  var keepAlive = 60_000
  /// How many connections there may be; 0 for as many as the descriptors allow.
  var connections = 0
  /// How many connections there may be of one address.
  var addressConnections = 500
  /// How many handshakes are taken in a second, and at once.
  var handshakes = 2_000
  var handshakeBurst = 10_000
  /// How many handshakes are taken in a second from one address, and at once.
  var addressHandshakes = 100
  var addressHandshakeBurst = 1_000
  /// How many HTTP requests are taken in a second from one address, and at once.
  var addressRequests = 1_000
  var addressRequestBurst = 20_000
  /// How many messages are taken in a second from one connection, and at once.
  var messages = 500
  var messageBurst = 2_500
  /// How many bytes of messages are taken in a second from one connection, and at once.
  var bytes = 262_144
  var byteBurst = 1_048_576
  /// How many feeds one connection may subscribe to.
  var subscriptions = 256
  /// How many gestures and refreshes one connection may begin in a minute.
  var pulls = 600
  /// How many sources may work at the same time, over all feeds.
  var parallelRuns = 32
  /// How much may wait for one connection in order, in bytes.
  var maxQueue = 2_097_152
  /// How long a row may be, in bytes of UTF-8.
  var rowBytes = 8_192
  /// How many rows one append over HTTP may bring.
  var appendRows = 10_000
  /// How many rows of a run are kept.
  var runRows = 10_000
  /// How many rows behind a client may be and still resume.
  var farRows = 5_000
  /// How many bytes of text behind a client may be and still resume.
  var farBytes = 2_000_000
  /// How long a handshake of TLS may take.
  var tlsHandshake = 10_000
  /// How long a browser stays signed in.
  var signIn = 2_592_000_000
  /// How many different wrong tokens of one address are looked at in a minute.
  var wrongTokens = 10
  /// How many rows of each feed are kept; 0 keeps all.
  var keepRows = 0

  /// The documented defaults.
  public init() {}

  /// How many rows an append leaves; `nil` leaves all.
  var retention: Int? { keepRows > 0 ? keepRows : nil }

  /// How often the server looks after its connections.
  var tick: Int { max(5, min(1_000, heartbeat / 4, idle / 4, eventComment / 4)) }

  var engine: EngineSettings {
    var settings = EngineSettings()
    settings.lease = lease
    settings.presenceInterval = presence
    settings.watchingInterval = watching
    settings.progressInterval = progress
    settings.keyLifetime = keyLifetime
    return settings
  }

  /// How a connection may begin gestures and refreshes.
  var pullLimit: RateLimit { RateLimit(pulls, burst: pulls, per: 60_000) }

  /// How much a source may bring, and how its command is ended.
  var source: SourceLimits {
    var limits = SourceLimits()
    limits.grace = grace
    limits.rowBytes = rowBytes
    limits.rows = runRows
    limits.agent = "refreshd/\(Version.text)"
    return limits
  }

  var sockets: SocketSettings {
    var settings = SocketSettings()
    settings.maxMessage = maxMessage
    settings.maxBody = maxBody
    settings.ping = ping
    settings.silence = silence
    settings.stall = stall
    settings.maxQueue = maxQueue
    settings.messages = RateLimit(messages, burst: messageBurst)
    settings.bytes = RateLimit(bytes, burst: byteBurst)
    settings.maxHead = maxHead
    settings.maxBodies = maxBodies
    settings.requestTime = requestTime
    settings.keepAlive = keepAlive
    settings.tlsHandshake = tlsHandshake
    settings.connections = connections
    settings.addressConnections = addressConnections
    settings.handshakes = RateLimit(handshakes, burst: handshakeBurst)
    settings.addressHandshakes = RateLimit(addressHandshakes, burst: addressHandshakeBurst)
    settings.addressRequests = RateLimit(addressRequests, burst: addressRequestBurst)
    return settings
  }
}
