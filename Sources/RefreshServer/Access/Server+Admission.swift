import RefreshSockets
import RefreshWire

/// Who is let in to the socket.
extension Server {
  /// Lets a handshake in by its token or its cookie. Who is not let in is told by a close code, because a browser keeps
  /// the status of a refused handshake to itself.
  func admit(_ request: UpgradeRequest) -> UpgradeAnswer {
    let credential = Credential(
      cookie: gate.signIns.cookieName, subprotocols: request.subprotocols, header: request.header)
    switch admit(credential, from: request.remoteAddress) {
    case .success(let admission):
      guard admission.grant.rights.contains(.view) else {
        return turnAway(
          .forbidden, for: "forbidden",
          "this token may only append, by HTTP: the role \(Role.words(for: .view)) may watch")
      }
      return .acceptAs(admission)
    case .failure(.noToken):
      return turnAway(.unauthorized, for: "no-token", "this server needs a token: sign in, or show one")
    case .failure(.wrongToken):
      return turnAway(.unauthorized, for: "wrong-token", "this server does not know that token")
    case .failure(.tooManyWrong(let wait)):
      return turnAway(
        .rateLimited, for: "wrong-tokens",
        "too many wrong tokens from your address: try again in \((wait + 999) / 1_000) s")
    }
  }

  /// Whether somebody is let in; the operator hears of wrong tokens.
  func admit(_ credential: Credential, from address: String) -> Result<Admission, Gate.Refusal> {
    let answer = gate.admit(credential, from: address, now: house.loop.now, wall: house.wall)
    if case .failure(.wrongToken) = answer { tell(wrongTokenFrom: address) }
    return answer
  }

  private func turnAway(_ code: CloseCode, for why: String, _ reason: String) -> UpgradeAnswer {
    house.metrics.refused(why)
    return .turnAway(code: code.rawValue, reason: reason)
  }
}
