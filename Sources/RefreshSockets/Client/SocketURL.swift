/// A WebSocket address, taken apart.
struct SocketURL: Equatable {
  let isSecure: Bool
  let host: String
  let port: Int
  /// Path and query as they stand in the request.
  let target: String
  /// What the Host field says.
  let authority: String

  /// Reads `ws://host[:port][/path][?query]` or the same with `wss`; an IPv6 literal stands in brackets.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), let colon = text.firstIndex(of: ":") else {
      return nil
    }
    switch text[..<colon].lowercased() {
    case "ws": isSecure = false
    case "wss": isSecure = true
    default: return nil
    }
    guard text[colon...].hasPrefix("://") else { return nil }
    let rest = text[text.index(colon, offsetBy: 3)...]
    let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    authority = String(rest[..<end])
    let path = rest[end...].prefix { $0 != "#" }
    target = path.hasPrefix("/") ? String(path) : "/\(path)"
    guard !authority.contains("@") else { return nil }
    let usual = isSecure ? 443 : 80
    let hasPort = authority.last != "]" && authority.contains(":")
    guard let address = ListenAddress(hasPort ? authority : "\(authority):\(usual)"), address.port > 0 else {
      return nil
    }
    host = address.host
    port = address.port
  }
}
