import RefreshWire

/// A token as the server knows it: its digest, by which it is recognised and from which it cannot be had, and what its
/// bearer may do.
///
/// A plain SHA-256 is enough because tokens are made by ``make()`` and not thought up: nobody can try 2²⁵⁶ of them.
public struct AccessToken: Equatable, Sendable {
  /// How many bytes a token may have. A shorter one was thought up by somebody, and could be by somebody else.
  static let length = 20...512
  static let hashForm = "sha256: and 64 hexadecimal digits, as 'refreshd token' prints it"

  /// What the operator calls it.
  var name: String?
  let digest: [UInt8]
  let role: Role
  /// The feeds that it is for; `nil` for all.
  var feeds: Set<FeedName>?

  /// - Parameter hash: as ``hash`` writes it; the result is `nil` if it is not of that form.
  init?(name: String? = nil, hash: String, role: Role, feeds: Set<FeedName>? = nil) {
    guard hash.hasPrefix("sha256:"), let digest = Self.bytes(hash.dropFirst(7)), digest.count == 32 else {
      return nil
    }
    self.init(name: name, digest: digest, role: role, feeds: feeds)
  }

  init(name: String? = nil, digest: [UInt8], role: Role, feeds: Set<FeedName>? = nil) {
    self.name = name
    self.digest = digest
    self.role = role
    self.feeds = feeds
  }

  /// Reads `ROLE:HASH`, as `--token` takes it.
  init?(option: String) {
    guard let colon = option.firstIndex(of: ":"), let role = Role(rawValue: String(option[..<colon])) else {
      return nil
    }
    self.init(hash: String(option[option.index(after: colon)...]), role: role)
  }

  /// The digest as it stands in the configuration.
  var hash: String { "sha256:" + digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

  /// A new token that nobody can guess.
  static func make() -> String { "rt_" + Base64URL.encode(Secret.random(32)) }

  /// The digest of a token; `nil` for what cannot be one.
  static func digest(of token: String) -> [UInt8]? {
    guard length.contains(token.utf8.count) else { return nil }
    return Secret.digest(Array(token.utf8))
  }

  private static func bytes(_ hex: Substring) -> [UInt8]? {
    let digits = hex.compactMap(\.hexDigitValue)
    guard hex.utf8.count == 64, digits.count == 64 else { return nil }
    return stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
