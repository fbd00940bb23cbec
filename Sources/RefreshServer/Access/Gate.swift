import RefreshEngine

/// Decides who is let in, and with which rights.
final class Gate {
  /// Why somebody is not let in.
  enum Refusal: Error, Equatable {
    /// No token was shown, or a sign-in that is over.
    case noToken
    case wrongToken
    /// Too many wrong ones came from the address; after so many milliseconds one is looked at again.
    case tooManyWrong(Milliseconds)
  }

  private(set) var signIns: SignIns
  private var tokens: TokenList
  private var wrong: WrongTries

  init(_ tokens: TokenList, key: [UInt8], tunables: Tunables) {
    self.tokens = tokens
    signIns = SignIns(key: key, tokens: tokens, lifetime: tunables.signIn)
    wrong = WrongTries(limit: tunables.wrongTokens)
  }

  /// Judges by other tokens from now on.
  /// - Parameter key: gives the key for sign-ins if it is needed for the first time.
  func apply(_ tokens: TokenList, tunables: Tunables, key: () -> [UInt8]) {
    if isOpen, !tokens.isEmpty {
      signIns = SignIns(key: key(), tokens: tokens, lifetime: tunables.signIn)
    } else {
      signIns.apply(tokens, lifetime: tunables.signIn)
    }
    self.tokens = tokens
    wrong.limit = tunables.wrongTokens
  }

  /// What somebody who was let in before may do by the tokens of now; `nil`: nothing.
  func grant(of admission: Admission) -> Grant? {
    isOpen ? .everything : admission.token.flatMap(tokens.entry)?.grant
  }

  /// Without tokens everybody may do everything.
  var isOpen: Bool { tokens.isEmpty }

  /// Whether somebody is let in.
  /// - Parameters:
  ///   - now: the loop's time.
  ///   - wall: milliseconds since 1970.
  func admit(_ credential: Credential, from address: String, now: Milliseconds, wall: Int64)
    -> Result<Admission, Refusal>
  {
    if isOpen { return .success(Admission(.everything)) }
    switch credential {
    case .none:
      return .failure(.noToken)
    case .token(let token):
      return entry(token, from: address, now: now).map { Admission($0.grant, token: $0.digest) }
    case .cookies(let values):
      for value in values {
        guard let (signIn, entry) = signIns.find(value, now: wall) else { continue }
        return .success(
          Admission(entry.grant, token: entry.digest, signIn, ends: now + Int(clamping: signIn.ends - wall)))
      }
      return .failure(.noToken)
    }
  }

  /// The value of a cookie for who knows a token.
  func signIn(_ token: String, from address: String, now: Milliseconds, wall: Int64) -> Result<
    String, Refusal
  > {
    entry(token, from: address, now: now).map { signIns.begin($0, now: wall) }
  }

  /// How long no token of an address is looked at any more; `nil` if one is.
  func isShutOut(_ address: String, now: Milliseconds) -> Milliseconds? { wrong.wait(address, now: now) }

  private func entry(_ token: String, from address: String, now: Milliseconds)
    -> Result<TokenList.Entry, Refusal>
  {
    if let wait = wrong.wait(address, now: now) { return .failure(.tooManyWrong(wait)) }
    if let entry = AccessToken.digest(of: token).flatMap(tokens.entry) { return .success(entry) }
    wrong.note(Secret.digest(Array(token.utf8)), from: address, now: now)
    return .failure(.wrongToken)
  }
}

/// That somebody has been let in.
final class Admission {
  var grant: Grant
  /// The digest of the token that it was by; `nil` if none was needed.
  let token: [UInt8]?
  /// The sign-in by which it was, if a browser's cookie was shown.
  let signIn: SignIns.SignIn?
  /// When that is over, by the loop's clock.
  let ends: Milliseconds

  init(
    _ grant: Grant, token: [UInt8]? = nil, _ signIn: SignIns.SignIn? = nil, ends: Milliseconds = .max
  ) {
    self.grant = grant
    self.token = token
    self.signIn = signIn
    self.ends = ends
  }
}
