import RefreshWire

/// Sign-ins of browsers: what their cookie holds, and whether it still counts.
///
/// The cookie does not hold the token but a statement that is sealed with a key of this server. So nothing has to be
/// kept for it, it survives a restart, and it ends with its time or when the operator takes the token away.
final class SignIns {
  /// One sign-in.
  struct SignIn: Equatable {
    let id: [UInt8]
    /// Milliseconds since 1970: it must mean the same after a restart.
    let ends: Int64
  }

  /// The most sign-outs that are remembered.
  private static let maxEnded = 10_000

  /// Names this server's cookies: browsers send those of one port to all others of a host.
  let cookieName: String
  private let key: [UInt8]
  private var lifetime: Int
  private var entries: [[UInt8]: TokenList.Entry]
  /// Sign-ins that somebody has ended before their time, with that time.
  private var ended: [[UInt8]: Int64] = [:]

  init(key: [UInt8], tokens: TokenList, lifetime: Int) {
    self.key = key
    self.lifetime = lifetime
    cookieName = "refreshd-" + Base64URL.encode(Array(Secret.seal([], key: key).prefix(6)))
    entries = Self.entries(tokens, key)
  }

  /// Goes on with other tokens; those that were signed out stay so.
  func apply(_ tokens: TokenList, lifetime: Int) {
    entries = Self.entries(tokens, key)
    self.lifetime = lifetime
  }

  private static func entries(_ tokens: TokenList, _ key: [UInt8]) -> [[UInt8]: TokenList.Entry] {
    Dictionary(uniqueKeysWithValues: tokens.entries.map { (mark($0, key), $0) })
  }

  /// The value of a new sign-in's cookie.
  func begin(_ entry: TokenList.Entry, now: Int64) -> String {
    let words = Self.bytes(UInt64(now + Int64(lifetime))) + Secret.random(16) + Self.mark(entry, key)
    return Base64URL.encode(words + Secret.seal(words + entry.digest, key: key))
  }

  /// The sign-in of a cookie's value and what it allows; `nil` if it is none, or over.
  func find(_ value: String, now: Int64) -> (signIn: SignIn, entry: TokenList.Entry)? {
    guard value.utf8.count == 86, let bytes = Base64URL.decode(value), bytes.count == 64 else { return nil }
    let words = Array(bytes[..<32])
    guard let entry = entries[Array(words[24...])],
      Secret.areEqual(Array(bytes[32...]), Secret.seal(words + entry.digest, key: key))
    else { return nil }
    let signIn = SignIn(
      id: Array(words[8..<24]),
      ends: Int64(clamping: words[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }))
    guard signIn.ends > now, ended[signIn.id] == nil else { return nil }
    return (signIn, entry)
  }

  /// Lets a sign-in count no more.
  func end(_ signIn: SignIn, now: Int64) {
    if ended.count >= Self.maxEnded { ended = ended.filter { $0.value > now } }
    if ended.count >= Self.maxEnded, let first = ended.min(by: { $0.value < $1.value }) {
      ended[first.key] = nil
    }
    ended[signIn.id] = signIn.ends
  }

  /// The field that sets the cookie, or with `nil` takes it away.
  ///
  /// It names no path: a browser then takes the folder of the address that it asked, which is right behind a proxy that
  /// serves this server under a path, too.
  func cookie(_ value: String?, isSecure: Bool) -> String {
    let seconds = value == nil ? 0 : lifetime / 1_000
    return
      "\(cookieName)=\(value ?? ""); Max-Age=\(seconds); HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
  }

  /// Tells the tokens apart in cookies, and tells those who have no key nothing of them.
  private static func mark(_ entry: TokenList.Entry, _ key: [UInt8]) -> [UInt8] {
    Array(Secret.seal(entry.digest, key: key).prefix(8))
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
  }
}
