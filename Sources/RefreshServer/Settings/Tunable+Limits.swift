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
  ]
}
