import RefreshWire

/// What a request shows to be let in.
enum Credential: Equatable {
  case none
  /// A program's token, or that of a page that embeds the list.
  case token(String)
  /// What the cookie of a sign-in holds; a browser may have several from different paths.
  case cookies([String])

  /// What stands before the token in a subprotocol, base64url behind it: a page cannot set a header of its socket.
  private static let subprotocol = "token."
  private static let maxCookies = 8

  /// What a request shows; who shows a token is judged by that, whatever cookies there are.
  /// - Parameters:
  ///   - cookie: the name of this server's cookies.
  ///   - header: the request's fields.
  init(cookie name: String, subprotocols: [String] = [], header: (String) -> String?) {
    if let token = header("authorization").flatMap(Self.bearer) {
      self = .token(token)
    } else if let offered = subprotocols.first(where: { $0.hasPrefix(Self.subprotocol) }) {
      let bytes = Base64URL.decode(String(offered.dropFirst(Self.subprotocol.count))) ?? []
      self = .token(String(decoding: bytes, as: UTF8.self))
    } else {
      let values = header("cookie").map { Self.values(of: name, in: $0) } ?? []
      self = values.isEmpty ? .none : .cookies(values)
    }
  }

  /// The token of an Authorization field; `nil` if it is of another kind, which may be a proxy's.
  private static func bearer(_ field: String) -> String? {
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.first?.lowercased() == "bearer" else { return nil }
    return parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
  }

  private static func values(of name: String, in field: String) -> [String] {
    let pairs = field.split { $0 == ";" || $0 == "," }.map { $0.drop { $0 == " " } }
    return Array(
      pairs.filter { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }.prefix(
        maxCookies))
  }
}
