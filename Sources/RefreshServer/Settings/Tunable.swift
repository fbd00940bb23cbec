import RefreshWire

/// One tunable as an operator sees it: the name of its flag and of its field in the configuration.
struct Tunable: Sendable {
  let name: String
  let unit: String
  let range: ClosedRange<Int>
  let meaning: String
  let path: WritableKeyPath<Tunables, Int> & Sendable
  /// Whether only a start takes another value.
  var isFixed = false

  private static let day = 86_400_000

  static let all = times + sizes + limits

  private static let times: [Tunable] = [
    Tunable(
      name: "heartbeat", unit: "MS", range: 10...day, meaning: "how often a client hears each feed's head",
      path: \.heartbeat),
    Tunable(
      name: "event-comment", unit: "MS", range: 10...day, meaning: "how often an event stream gets a comment",
      path: \.eventComment),
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
      name: "request-time", unit: "MS", range: 100...day,
      meaning: "how long an HTTP request may take to arrive, body included", path: \.requestTime),
    Tunable(
      name: "keep-alive", unit: "MS", range: 100...day,
      meaning: "how long an HTTP connection may be without a request", path: \.keepAlive),
    Tunable(
      name: "tls-handshake", unit: "MS", range: 100...day, meaning: "how long a handshake of TLS may take",
      path: \.tlsHandshake),
    Tunable(
      name: "lease", unit: "MS", range: 10...day, meaning: "when a gesture without a sample is cancelled",
      path: \.lease, isFixed: true),
    Tunable(
      name: "presence", unit: "MS", range: 1...day, meaning: "shortest time between two presence frames",
      path: \.presence, isFixed: true),
    Tunable(
      name: "watching", unit: "MS", range: 1...day,
      meaning: "the same, where only who watches has changed", path: \.watching, isFixed: true),
    Tunable(
      name: "progress", unit: "MS", range: 1...day,
      meaning: "shortest time between two states that differ in progress alone", path: \.progress,
      isFixed: true),
    Tunable(
      name: "key-lifetime", unit: "MS", range: 10...day,
      meaning: "how long a refresh's idempotency key is remembered", path: \.keyLifetime, isFixed: true),
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
  ]

  static let sizes: [Tunable] = [
    Tunable(
      name: "max-message", unit: "BYTES", range: 256...1_048_576, meaning: "largest message of a client",
      path: \.maxMessage),
    Tunable(
      name: "max-body", unit: "BYTES", range: 256...268_435_456, meaning: "largest body of an HTTP request",
      path: \.maxBody),
    Tunable(
      name: "max-bodies", unit: "BYTES", range: 256...17_179_869_184,
      meaning: "bodies of all requests without an answer together", path: \.maxBodies),
    Tunable(
      name: "max-head", unit: "BYTES", range: 1_024...1_048_576, meaning: "largest head of an HTTP request",
      path: \.maxHead),
    Tunable(
      name: "max-queue", unit: "BYTES", range: 262_144...1_073_741_824,
      meaning: "answers that may wait for one connection", path: \.maxQueue),
    Tunable(
      name: "row-bytes", unit: "BYTES", range: 16...WireBounds.rowText, meaning: "longest row",
      path: \.rowBytes),
    Tunable(
      name: "append-rows", unit: "N", range: 1...AppendBody.rowLimit, meaning: "rows in one append",
      path: \.appendRows),
    Tunable(
      name: "run-rows", unit: "N", range: 1...1_000_000, meaning: "rows of one run that are kept",
      path: \.runRows),
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
