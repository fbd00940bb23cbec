import RefreshClient
import RefreshWire

extension ServerAddress {
  /// A client of this server that is not running yet.
  /// - Throws: ``CommandError`` if the system has no descriptors or memory for it.
  func client(_ transport: any Transport) -> RefreshClient {
    var settings = ClientSettings()
    settings.token = token
    return RefreshClient(url: live, transport: transport, settings: settings)
  }

  /// A connection that ended for good, or never was, as a command's end.
  func failure(_ end: Disconnection) -> CommandError {
    let reason = end.reason.isEmpty ? "" : ": \(Shown.message(end.reason))"
    switch CloseCode(rawValue: end.code) {
    case .unauthorized:
      return CommandError(
        .refused,
        token == nil
          ? "\(words) asks for a token: name a file that holds one with --token-file, or set $REFRESHD_TOKEN"
          : "\(words) does not know this token\(reason)")
    case .forbidden: return CommandError(.refused, "\(words) does not let this token in\(reason)")
    case .rateLimited: return CommandError(.refused, "\(words) refuses the connection\(reason)")
    case .full: return CommandError(.connection, "\(words) has no room\(reason)")
    default: return CommandError(.connection, failure(of: end.reason))
    }
  }
}

extension ServerAddress {
  /// What keeps a connection from opening; libwebsockets has few words for it.
  private func failure(of reason: String) -> String {
    switch reason {
    case "": "the connection to \(words) was lost"
    case "closed before established": ServerWords.nobody(self)
    // Of each address of a name libwebsockets waits half as long as the client waits for all of them.
    case "Unable to connect", "there was no connection",
      _ where reason.hasPrefix(ConnectTimeout.noConnection),
      _ where reason.hasPrefix("could not connect to"):
      ServerWords.unreached(self)
    // The second and third are libwebsockets' own limits.
    case _ where reason.hasPrefix(ConnectTimeout.silence), "the connection was cut", "Timed out waiting SSL":
      ServerWords.silent(self)
    case _ where reason.hasPrefix(ConnectTimeout.noAnswer): ServerWords.unanswering(self)
    case _ where reason.hasPrefix("the server refused with status"), "read failed":
      ServerWords.foreign(self) + " (\(Shown.message(reason)))"
    case _ where reason.contains("SSL"): ServerWords.untrusted(self)
    default: "no connection to \(words): \(Shown.message(reason))"
    }
  }
}

extension ErrorMessage {
  /// A message that the server could not do anything with, as a command's end.
  var failure: CommandError { CommandError(.refused, FeedWords.of(code, feed) ?? Shown.message(message)) }
}

/// What the server says for programs, in words for somebody at a terminal.
enum FeedWords {
  /// The words; nil where the server's own fit.
  static func of(_ code: ErrorCode, _ feed: FeedName?) -> String? {
    guard code == .unknownFeed, let feed else { return nil }
    return "there is no feed \(feed.text); 'refreshd feeds' lists those there are"
  }
}
