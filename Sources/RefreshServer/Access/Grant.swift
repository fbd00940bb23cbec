import RefreshWire

/// What somebody may do, by the token that was shown.
final class Grant: Sendable {
  /// Everything: what anybody may do at a server without tokens.
  static let everything = Grant([(.all, nil)], name: nil)

  /// What the operator calls the token.
  let name: String?
  private let parts: [(rights: Rights, feeds: Set<FeedName>?)]

  private init(_ parts: [(Rights, Set<FeedName>?)], name: String?) {
    self.parts = parts
    self.name = name
  }

  /// - Parameter tokens: all entries for one token.
  convenience init(_ tokens: [AccessToken]) {
    self.init(tokens.map { ($0.role.rights, $0.feeds) }, name: tokens.lazy.compactMap(\.name).first)
  }

  /// What may be done with a feed, which need not exist.
  func rights(on feed: FeedName) -> Rights {
    parts.reduce(into: []) { rights, part in
      if part.feeds?.contains(feed) != false { rights.formUnion(part.rights) }
    }
  }

  /// What may be done with one feed or another.
  var rights: Rights { parts.reduce(into: []) { $0.formUnion($1.rights) } }

  /// Whether it allows all that another one does.
  func covers(_ other: Grant) -> Bool {
    let all = { (grant: Grant) in
      grant.parts.reduce(into: Rights()) { if $1.feeds == nil { $0.formUnion($1.rights) } }
    }
    let named = Set((parts + other.parts).flatMap { $0.feeds ?? [] })
    return all(self).isSuperset(of: all(other))
      && named.allSatisfy { rights(on: $0).isSuperset(of: other.rights(on: $0)) }
  }

  /// Whether it is an operator's.
  var isAdmin: Bool { parts.contains { $0.rights == .all } }

  /// Why something may not be done with a feed; `nil` if it may.
  func refusal(_ right: Rights, on feed: FeedName) -> ErrorBody? {
    guard !rights(on: feed).isSuperset(of: right) else { return nil }
    let named = Set(parts.flatMap { $0.feeds ?? [] }).map(\.text).sorted()
    guard !rights(on: feed).isEmpty || named.isEmpty else {
      return ErrorBody(
        code: .forbidden,
        message: "this token is not for \(feed.text), but for \(named.joined(separator: ", ")) only")
    }
    return ErrorBody(
      code: .forbidden,
      message: "this token does not allow that with \(feed.text): the role \(Role.words(for: right)) does")
  }
}
