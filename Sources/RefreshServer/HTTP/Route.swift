/// What the server answers beside the page's files; the raw value is the path, from the server's own on.
enum Route: String, CaseIterable {
  case feeds
  case signIn = "sign-in"
  case signOut = "sign-out"
  case health = "healthz"
  case readiness = "readyz"
  case metrics
  /// The WebSocket's.
  case live

  var methods: [String] {
    switch self {
    case .feeds, .health, .readiness, .metrics: ["GET", "HEAD"]
    case .signIn: ["POST", "DELETE"]
    case .signOut: ["POST"]
    case .live: ["GET"]
    }
  }
}

/// What is below `/feeds/{feed}`.
enum FeedRoute: String, CaseIterable {
  /// The feed itself.
  case feed = ""
  case rows
  case events
  case refresh
  case run
  case runs

  var methods: [String] {
    switch self {
    case .feed, .events, .runs: ["GET", "HEAD"]
    case .rows: ["GET", "HEAD", "POST"]
    case .refresh: ["POST"]
    case .run: ["DELETE"]
    }
  }

  /// What somebody must be allowed to do who asks with a method.
  func right(_ method: String) -> Rights {
    switch self {
    case .feed, .events, .runs: .view
    case .rows: method == "POST" ? .append : .view
    case .refresh, .run: .pull
    }
  }
}
