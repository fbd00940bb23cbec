import RefreshWire

/// Which pages may use the server from a browser, and by which names the server is known.
///
/// A browser lets any page speak to any server that its machine reaches; what it adds is `Origin`, which a page cannot
/// change, and `Host`, which tells a name that somebody else has pointed to this machine from the server's own.
struct PageAccess {
  private let origins: Set<WebOrigin>
  private let names: Set<String>

  /// - Parameters:
  ///   - origins: those that are let in beside the server's own; the server is known by the names in them, too.
  ///   - listening: the host that the operator listens on, which is his own name for the server.
  init(_ origins: [WebOrigin], listening host: String) {
    self.origins = Set(origins)
    names = Set(origins.compactMap(\.authority?.host) + [host.lowercased()])
  }

  /// Whether a page may use the server from where it is.
  func allows(_ origin: String, host: Authority?) -> Bool {
    guard let origin = WebOrigin(origin) else { return false }
    return origins.contains(origin) || host.map(origin.isOwn) == true
  }

  /// Why a request is refused, whatever it asks for; `nil` if it is not. One without a `Host` is no browser's.
  func refusal(host field: String?) -> Refusal? {
    guard let field else { return nil }
    guard let host = Authority(field) else {
      return Refusal(
        400, .host, "the Host field '\(field.prefix(100))' is no host and port",
        log: "a request with the Host '\(field.prefix(100))'")
    }
    guard !host.isFixed, !names.contains(host.host) else { return nil }
    let advice = "--origin http://\(host.text) (or https://), or list that under origins in the configuration"
    return Refusal(
      421, .host,
      "this server is not known as \(host.host). If that is its name, start it with \(advice); else use its IP address",
      log: "a request to '\(host.text)'; if that is this server's name, start it with \(advice)")
  }

  /// Why a page may not open the socket or change something; `nil` if it may. What sends no `Origin` is no page.
  func refusal(origin field: String?, host: String?) -> Refusal? {
    guard let field, !allows(field, host: host.flatMap(Authority.init)) else { return nil }
    guard let origin = WebOrigin(field)?.text else {
      let words = "the Origin field '\(field.prefix(100))' is no page's origin"
      return Refusal(403, .origin, words, log: "a request: \(words)")
    }
    let advice = "--origin \(origin), or list it under origins in the configuration"
    return Refusal(
      403, .origin,
      "pages of \(origin) may not use this server. If they should, start it with \(advice)",
      log: "a page of \(origin); if it may use this server, start it with \(advice)")
  }

  /// A refused request.
  struct Refusal: Equatable {
    let status: Int
    let body: ErrorBody
    /// What the operator is told.
    let log: String

    init(_ status: Int, _ code: ErrorCode, _ message: String, log: String) {
      self.status = status
      body = ErrorBody(code: code, message: message)
      self.log = log
    }
  }
}

extension ErrorCode {
  static let host = ErrorCode(rawValue: "host")
  static let origin = ErrorCode(rawValue: "origin")
}
