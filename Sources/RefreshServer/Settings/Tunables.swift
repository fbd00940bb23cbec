import RefreshEngine
import RefreshSockets

/// Every time and bound of the server that is not part of an edge's policy. Times are milliseconds.
public struct Tunables: Sendable {
  /// How often a client hears each feed's head.
  var heartbeat = 25_000
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
  /// How many rows behind a client may be and still resume.
  var farRows = 5_000
  /// How many bytes of text behind a client may be and still resume.
  var farBytes = 2_000_000
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

  var engine: EngineSettings {
    var settings = EngineSettings()
    settings.lease = lease
    settings.presenceInterval = presence
    settings.watchingInterval = watching
    settings.progressInterval = progress
    settings.keyLifetime = keyLifetime
    return settings
  }

  var sockets: SocketSettings {
    var settings = SocketSettings()
    settings.maxMessage = maxMessage
    settings.maxBody = maxBody
    settings.ping = ping
    settings.silence = silence
    settings.stall = stall
    return settings
  }
}

/// One tunable as an operator sees it: the name of its flag and of its field in the configuration.
struct Tunable: Sendable {
  let name: String
  let unit: String
  let range: ClosedRange<Int>
  let meaning: String
  let path: WritableKeyPath<Tunables, Int> & Sendable

  private static let day = 86_400_000

  static let all: [Tunable] = [
    Tunable(
      name: "heartbeat", unit: "MS", range: 10...day, meaning: "how often a client hears each feed's head",
      path: \.heartbeat),
    Tunable(
      name: "ping", unit: "MS", range: 1_000...day, meaning: "how often a silent peer is pinged", path: \.ping
    ),
    Tunable(
      name: "silence", unit: "MS", range: 1_000...day, meaning: "when a silent peer is given up",
      path: \.silence),
    Tunable(
      name: "stall", unit: "MS", range: 100...day,
      meaning: "when a peer that takes none of its waiting rows is given up", path: \.stall),
    Tunable(
      name: "idle", unit: "MS", range: 10...day,
      meaning: "when a connection without a subscription is closed",
      path: \.idle),
    Tunable(
      name: "lease", unit: "MS", range: 10...day, meaning: "when a gesture without a sample is cancelled",
      path: \.lease),
    Tunable(
      name: "presence", unit: "MS", range: 1...day, meaning: "shortest time between two presence frames",
      path: \.presence),
    Tunable(
      name: "watching", unit: "MS", range: 1...day,
      meaning: "the same, where only who watches has changed", path: \.watching),
    Tunable(
      name: "progress", unit: "MS", range: 1...day,
      meaning: "shortest time between two states that differ in progress alone", path: \.progress),
    Tunable(
      name: "key-lifetime", unit: "MS", range: 10...day,
      meaning: "how long a refresh's idempotency key is remembered", path: \.keyLifetime),
    Tunable(
      name: "wait", unit: "MS", range: 10...day, meaning: "how long a refresh request with wait=1 waits",
      path: \.wait),
    Tunable(
      name: "drain", unit: "MS", range: 100...day, meaning: "how long a stop may take before it is forced",
      path: \.drain),
    Tunable(
      name: "grace", unit: "MS", range: 10...day,
      meaning: "how long a command may go on after it was told to terminate", path: \.grace),
    Tunable(
      name: "sign-in", unit: "MS", range: 1_000...365 * day, meaning: "how long a browser stays signed in",
      path: \.signIn),
    Tunable(
      name: "wrong-tokens", unit: "N", range: 1...1_000_000,
      meaning: "how many different wrong tokens of one address are looked at in a minute", path: \.wrongTokens
    ),
    Tunable(
      name: "max-message", unit: "BYTES", range: 256...1_048_576, meaning: "largest message of a client",
      path: \.maxMessage),
    Tunable(
      name: "max-body", unit: "BYTES", range: 256...268_435_456, meaning: "largest body of an HTTP request",
      path: \.maxBody),
    Tunable(
      name: "far-rows", unit: "N", range: 0...10_000_000,
      meaning: "how many rows behind a client may be and still resume", path: \.farRows),
    Tunable(
      name: "far-bytes", unit: "BYTES", range: 0...1_000_000_000,
      meaning: "how many bytes of text behind a client may be and still resume", path: \.farBytes),
    Tunable(
      name: "keep-rows", unit: "N", range: 0...1_000_000_000,
      meaning: "how many rows of each feed are kept, 0 for all", path: \.keepRows),
  ]
}
