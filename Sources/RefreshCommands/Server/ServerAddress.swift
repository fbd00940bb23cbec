import RefreshFiles

/// Where a server is, and the token that lets in there.
struct ServerAddress: Sendable {
  /// Scheme, host, port and path, without a slash at the end.
  let base: String
  /// What is shown to the server, if anything.
  let token: String?
  /// A file of the authorities to believe in the place of the system's.
  let authorities: String?

  static let options = [
    OptionEntry(
      "server", "URL",
      "the server, with the path that a proxy has it under ($REFRESHD_SERVER, else http://127.0.0.1:8080)"),
    OptionEntry(
      "token-file", "FILE", "a file that holds the token that the server asks for (else $REFRESHD_TOKEN)",
      kind: .file),
  ]

  /// Reads the options, and the environment where they are not given.
  init(_ arguments: Arguments) throws(CommandError) {
    let environment = arguments.environment
    let option = arguments.text("server")
    let given = option ?? environment["REFRESHD_SERVER"] ?? ""
    guard let base = Self.base(of: given.isEmpty ? "http://127.0.0.1:8080" : given) else {
      let label = option == nil ? "$REFRESHD_SERVER" : "--server"
      throw arguments.usage("\(label) '\(given)': \(Self.mistake(in: given))")
    }
    self.base = base
    authorities = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    if let path = try arguments.path("token-file") {
      token = try Self.token(in: path)
    } else if let token = environment["REFRESHD_TOKEN"], !token.isEmpty {
      guard let token = Self.clean(token) else {
        throw CommandError(.usage, "what is in $REFRESHD_TOKEN is no token: it has other characters than one")
      }
      self.token = token
    } else {
      token = nil
    }
  }

  /// The address of the socket.
  var live: String { "ws" + base.dropFirst(4) + "/live" }

  /// What people call it.
  var words: String { base }

  /// An address as it is used, nil if it is none.
  static func base(of text: String) -> String? {
    guard text.utf8.count <= 2_048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    var scheme = "http"
    var rest = text[...]
    if let colon = text.firstRange(of: "://") {
      switch text[..<colon.lowerBound].lowercased() {
      case "http", "ws": break
      case "https", "wss": scheme = "https"
      default: return nil
      }
      rest = text[colon.upperBound...]
    } else if !hasPort(text) {
      // It may be meant by https as well.
      return nil
    }
    while rest.hasSuffix("/") { rest = rest.dropLast() }
    // A name and password would be shown to whoever lists processes, and nothing comes behind the path.
    guard let first = rest.first, first != "/", first != ":",
      !rest.contains(where: { "@?#\\\"<>".contains($0) })
    else { return nil }
    return "\(scheme)://\(rest)"
  }

  /// Whether it is a host with its port, and perhaps with a path: `localhost:8080`, `[::1]:8080/room`.
  private static func hasPort(_ text: String) -> Bool {
    let authority = text.prefix { $0 != "/" }
    guard let colon = authority.lastIndex(of: ":"), colon > authority.startIndex else { return false }
    let host = authority[..<colon]
    let isHost = host.hasPrefix("[") ? host.hasSuffix("]") : !host.contains(":")
    return isHost && UInt16(authority[authority.index(after: colon)...]) != nil
  }

  /// What is wrong with a text that is no address, and what to write.
  private static func mistake(in text: String) -> String {
    if text.contains("@") {
      return "write it without a name and a password, and show a token with --token-file FILE"
    }
    if !text.isEmpty, !text.contains("://"), let base = base(of: "http://" + text) {
      return "its scheme is missing: write \(base) or https\(base.dropFirst(4))"
    }
    return "is no server's address: it looks like http://127.0.0.1:8080 or https://example.org/room"
  }

  private static func token(in path: String) throws(CommandError) -> String {
    let data: [UInt8]
    do throws(NamedFile.Refusal) {
      data = try NamedFile.read(path, limit: 4_200)
    } catch {
      throw CommandError(
        .usage, "the token's file \(path) cannot be read: \(error.words); name a file that holds the token")
    }
    let text = String(decoding: data, as: UTF8.self)
    // Either the token alone, or all that 'refreshd token' prints.
    let made = text.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("rt_") }
    guard let token = made.map(String.init) ?? clean(text) else {
      throw CommandError(.usage, "the file \(path) holds no token: put there what 'refreshd token' prints")
    }
    return token
  }

  private static func clean(_ text: String) -> String? {
    let visible = text.drop(while: \.isWhitespace)
    let token = String(
      visible[..<(visible.lastIndex { !$0.isWhitespace }.map(visible.index(after:)) ?? visible.startIndex)])
    return (1...4_096).contains(token.utf8.count) && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      ? token : nil
  }
}
