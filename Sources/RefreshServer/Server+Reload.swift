import RefreshSockets
import RefreshWire

/// Other settings for a server that goes on.
extension Server {
  /// Who lost a right comes back with what it may do now; not all at once, in milliseconds.
  private static let comeBackJudged = 0...1_000

  /// Goes on with other settings. Connections stay, but those whose token is gone or allows less than before. The log
  /// says what has changed, and what only a start can change.
  public func reload(_ new: Settings) {
    guard isReady else { return }
    for words in new.needsStart(after: settings) { house.log.warning(words) }
    var new = new
    new.keepFixed(of: settings)
    let hadTLS = settings.tls
    let wasOpen = gate.isOpen
    let tokens = TokenChange(from: settings.tokens, to: new.tokens)
    apply(new)
    gate.apply(TokenList(new.tokens), tunables: new.tunables) {
      SignInKey.load(beside: new.database) { house.log.warning($0) }
    }
    if wasOpen != gate.isOpen {
      if gate.isOpen {
        house.log.warning(
          "nobody needs a token any more: whoever reaches the server may read, append and refresh; put a token "
            + "into the configuration and reload it if that is not meant")
      } else {
        house.log.info("tokens are asked for now")
      }
    }
    let gone = judgeSessions()
    if tokens.words != nil || gone.words != nil {
      let what = tokens.words.map { "tokens: \($0)" } ?? "tokens are as they were"
      house.log.info("\(what); \(gone.words ?? "no connection is closed for it")")
    }
    let feeds = feedTable.apply(new.feeds) { feed in
      for session in sessions.values { session.removed(feed.name) }
      for stream in streams.values where stream.feed === feed { stream.end() }
    }
    house.log.info("feeds: \(feeds ?? "as they were")")
    if hadTLS != nil { renewCertificate() }
  }

  /// Lets everybody go whose token does not allow any more what it did.
  private func judgeSessions() -> LetGo {
    var gone = LetGo()
    for session in sessions.values {
      guard let grant = gate.grant(of: session.admission), grant.rights.contains(.view) else {
        session.close(.unauthorized, "this token is no longer good here")
        gone.closed += 1
        continue
      }
      let isWhole = grant.covers(session.admission.grant)
      session.admission.grant = grant
      guard !isWhole else { continue }
      session.send(ByeMessage(why: "rights", after: Int.random(in: Self.comeBackJudged)))
      session.close(.rights, "this token allows less than before")
      gone.lessened += 1
    }
    for stream in streams.values {
      let grant = gate.grant(of: stream.admission)
      if grant?.rights(on: stream.feed.name).contains(.view) != true {
        stream.end()
        gone.closed += 1
      }
    }
    return gone
  }
}

/// How many connections end because of other tokens.
private struct LetGo {
  /// Of those who may see nothing any more.
  var closed = 0
  /// Of those who come back, and may do less then.
  var lessened = 0

  /// The words; `nil` if there are none.
  var words: String? {
    let parts = [
      closed > 0 ? Counted.words(closed, "connection is", "connections are") + " closed" : nil,
      lessened > 0
        ? Counted.words(lessened, "connection has", "connections have") + " to come back with fewer rights"
        : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension Settings {
  /// What differs and takes a start, in words.
  fileprivate func needsStart(after old: Settings) -> [String] {
    var names: [String] = []
    if listen.text != old.listen.text { names.append("listen") }
    if database != old.database { names.append("db") }
    if web != old.web { names.append("web") }
    if logLevel != old.logLevel { names.append("log") }
    if logFormat != old.logFormat { names.append("logFormat") }
    if (tls == nil) != (old.tls == nil) { names.append("tls") }
    for tunable in Tunable.all
    where tunable.isFixed && tunables[keyPath: tunable.path] != old.tunables[keyPath: tunable.path] {
      names.append("settings.\(tunable.name)")
    }
    return names.map { "\($0) has changed: that takes effect when the server is started again" }
  }

  /// Takes back what only a start can change.
  fileprivate mutating func keepFixed(of old: Settings) {
    listen = old.listen
    inherited = old.inherited
    database = old.database
    web = old.web
    logLevel = old.logLevel
    logFormat = old.logFormat
    if tls == nil || old.tls == nil { tls = old.tls }
    for tunable in Tunable.all where tunable.isFixed {
      tunables[keyPath: tunable.path] = old.tunables[keyPath: tunable.path]
    }
  }
}
