import RefreshWire

@testable import RefreshServer

/// Tokens that tests give out.
enum Tokens {
  static let view = AccessToken.make()
  static let pull = AccessToken.make()
  static let append = AccessToken.make()
  static let admin = AccessToken.make()
  /// For the feed `footer` alone.
  static let footer = AccessToken.make()

  static let all: [AccessToken] = [
    known(view, .view), known(pull, .pull), known(append, .append), known(admin, .admin),
    known(footer, .pull, [FeedName("footer")!]),
  ]

  static func known(_ token: String, _ role: Role, _ feeds: Set<FeedName>? = nil) -> AccessToken {
    AccessToken(digest: Secret.digest(Array(token.utf8)), role: role, feeds: feeds)
  }

  static func bearer(_ token: String) -> [String] { ["Authorization: Bearer \(token)"] }
}

extension LiveServer {
  /// A server that lets nobody in without one of ``Tokens``.
  static func guarded(_ change: (inout Settings) -> Void = { _ in }) throws -> LiveServer {
    try LiveServer { settings in
      settings.tokens = Tokens.all
      change(&settings)
    }
  }
}
