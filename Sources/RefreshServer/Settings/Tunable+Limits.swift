/// How many may come, and how fast.
extension Tunable {
  private static let many = 1_000_000

  static let limits: [Tunable] = [
    Tunable(
      name: "connections", unit: "N", range: 0...many,
      meaning: "connections at once; 0: as many as the descriptors allow", path: \.connections),
    Tunable(
      name: "address-connections", unit: "N", range: 1...many,
      meaning: "connections at once of one address", path: \.addressConnections),
    Tunable(
      name: "handshakes", unit: "N", range: 0...many,
      meaning: "WebSocket handshakes a second; 0: no bound", path: \.handshakes),
    Tunable(
      name: "handshake-burst", unit: "N", range: 1...many, meaning: "handshakes at once",
      path: \.handshakeBurst),
    Tunable(
      name: "address-handshakes", unit: "N", range: 0...many,
      meaning: "handshakes a second of one address; 0: no bound", path: \.addressHandshakes),
    Tunable(
      name: "address-handshake-burst", unit: "N", range: 1...many,
      meaning: "handshakes of one address at once", path: \.addressHandshakeBurst),
    Tunable(
      name: "address-requests", unit: "N", range: 0...many,
      meaning: "HTTP requests a second of one address; 0: no bound", path: \.addressRequests),
    Tunable(
      name: "address-request-burst", unit: "N", range: 1...many,
      meaning: "HTTP requests of one address at once", path: \.addressRequestBurst),
    Tunable(
      name: "wrong-tokens", unit: "N", range: 1...many,
      meaning: "how many different wrong tokens of one address are looked at in a minute", path: \.wrongTokens
    ),
    Tunable(
      name: "messages", unit: "N", range: 0...many,
      meaning: "messages a second of one connection; 0: no bound", path: \.messages),
    Tunable(
      name: "message-burst", unit: "N", range: 1...many, meaning: "messages of one connection at once",
      path: \.messageBurst),
    Tunable(
      name: "bytes", unit: "BYTES", range: 0...1_000_000_000,
      meaning: "bytes a second of one connection's messages; 0: no bound", path: \.bytes),
    Tunable(
      name: "byte-burst", unit: "BYTES", range: 1_024...1_000_000_000, meaning: "the same at once",
      path: \.byteBurst),
    Tunable(
      name: "subscriptions", unit: "N", range: 1...many,
      meaning: "feeds that one connection may subscribe to",
      path: \.subscriptions),
    Tunable(
      name: "pulls", unit: "N", range: 0...many,
      meaning: "gestures and refreshes that one connection may begin in a minute; 0: no bound", path: \.pulls),
    Tunable(
      name: "parallel-runs", unit: "N", range: 1...1_000,
      meaning: "sources that work at the same time, over all feeds", path: \.parallelRuns),
  ]
}
