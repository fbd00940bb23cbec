import RefreshSockets
import RefreshWire

/// Who may ask, and how a browser signs in.
extension Routes {
  /// By what the one who asks is let in; `nil` if by nothing, which is then answered.
  func admission(_ exchange: HTTPExchange) -> Admission? {
    switch server.admit(credential(exchange), from: exchange.remoteAddress) {
    case .success(let admission): return admission
    case .failure(let refusal):
      refuse(exchange, refusal)
      return nil
    }
  }

  /// Answers that a token does not allow something.
  func refuse(_ exchange: HTTPExchange, _ refusal: ErrorBody?) {
    if let refusal { exchange.json(403, refusal) }
  }

  /// `POST /sign-in`: gives a browser that shows a token a cookie in its place.
  func signIn(_ exchange: HTTPExchange) {
    guard !server.gate.isOpen else {
      return exchange.fail(404, .notFound, "this server has no tokens: nobody needs to sign in")
    }
    let token: String
    do {
      token = try self.token(exchange)
    } catch {
      return exchange.json(error.code == .unsupportedType ? 415 : 400, error)
    }
    let house = server.house
    switch server.gate.signIn(token, from: exchange.remoteAddress, now: house.loop.now, wall: house.wall) {
    case .success(let value): answer(exchange, cookie: value)
    case .failure(let refusal):
      if refusal == .wrongToken { server.tell(wrongTokenFrom: exchange.remoteAddress) }
      refuse(exchange, refusal)
    }
  }

  /// `POST /sign-out`, `DELETE /sign-in`: takes the cookie away, and what was let in by it.
  func signOut(_ exchange: HTTPExchange) {
    if case .cookies = credential(exchange),
      case .success(let admission) = server.admit(credential(exchange), from: exchange.remoteAddress),
      let signIn = admission.signIn
    {
      server.gate.signIns.end(signIn, now: server.house.wall)
      for session in server.sessions.values where session.admission.signIn == signIn {
        session.close(.unauthorized, "signed out")
      }
      for stream in server.streams.values where stream.admission.signIn == signIn { stream.end() }
    }
    answer(exchange, cookie: nil)
  }

  private func answer(_ exchange: HTTPExchange, cookie: String?) {
    let field = server.gate.signIns.cookie(cookie, isSecure: isSecure(exchange))
    let headers = [HTTPHeader("Set-Cookie", field), HTTPHeader("Cache-Control", "no-store")]
    if exchange.contentType == Self.form {
      // A form's answer takes the place of its page: back to that.
      exchange.respond(status: 303, headers: headers + [HTTPHeader("Location", "./")])
    } else {
      exchange.respond(status: 204, headers: headers)
    }
  }

  private func refuse(_ exchange: HTTPExchange, _ refusal: Gate.Refusal) {
    switch refusal {
    case .noToken:
      exchange.fail(
        401, .unauthorized, "this server needs a token: sign in, or send Authorization: Bearer and the token",
        headers: [HTTPHeader("WWW-Authenticate", #"Bearer realm="refreshd""#)])
    case .wrongToken:
      exchange.fail(
        401, .unauthorized, "this server does not know that token",
        headers: [HTTPHeader("WWW-Authenticate", #"Bearer realm="refreshd", error="invalid_token""#)])
    case .tooManyWrong(let wait):
      let seconds = (wait + 999) / 1_000
      exchange.fail(
        429, .limit, "too many wrong tokens came from your address: try again in \(seconds) s",
        headers: [HTTPHeader("Retry-After", String(seconds))])
    }
  }

  private func credential(_ exchange: HTTPExchange) -> Credential {
    Credential(cookie: server.gate.signIns.cookieName, header: exchange.header)
  }

  private func token(_ exchange: HTTPExchange) throws(ErrorBody) -> String {
    let type = exchange.contentType
    guard type == Self.form || type == "application/json" else {
      throw ErrorBody(
        code: .unsupportedType,
        message: "the token comes as application/json, {\"token\":\"…\"}, or in a form")
    }
    // withUnsafeBytes does not carry typed errors.
    let result = exchange.body.withUnsafeBytes { body -> Result<String, ErrorBody> in
      do throws(ErrorBody) {
        return .success(
          try type == Self.form ? SignInBody.decode(form: body) : SignInBody.decode(json: body))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static let form = "application/x-www-form-urlencoded"

  /// Whether the browser came by https. That a proxy's word for it could be made up does not matter: all that follows
  /// is a stricter cookie for who made it up.
  private func isSecure(_ exchange: HTTPExchange) -> Bool {
    server.speaksTLS || exchange.header("x-forwarded-proto")?.lowercased() == "https"
      || exchange.header("origin")?.lowercased().hasPrefix("https://") == true
  }
}
