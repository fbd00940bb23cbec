import FoundationEssentials
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
          "this token may only append, by HTTP: to watch, a role is needed that may, \(Role.words(for: .view))"
        )
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

  /// Tells the operator if the wrong token that has just come from an address was one too many.
  func tellShutOut(_ address: String) {
    guard let wait = gate.isShutOut(address, now: house.loop.now) else { return }
    let end = Date(timeIntervalSince1970: Double(house.wall + Int64(wait)) / 1_000)
    house.log.warning(
      "\(address) is shut out until \(end.formatted(Date.ISO8601FormatStyle())) for too many wrong tokens; "
        + "who is signed in goes on, and --wrong-tokens says how many are too many")
  }

  private func turnAway(_ code: CloseCode, for why: String, _ reason: String) -> UpgradeAnswer {
    house.metrics.refused(why)
    return .turnAway(code: code.rawValue, reason: reason)
  }
}
