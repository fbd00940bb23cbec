import CCurl
import RefreshWire

/// Why a server has given no answer.
struct HTTPFailure: Error {
  let error: CommandError
  /// Whether the same may succeed a little later.
  let passes: Bool

  /// How far a request came.
  enum Stage {
    /// Nobody has taken the connection.
    case connecting
    /// Somebody has, and there is no TLS with them yet.
    case securing
    /// The request went out.
    case asked
  }

  /// - Parameters:
  ///   - said: libcurl's words.
  ///   - isSilent: nothing came for as long as is waited.
  init(
    _ code: CURLcode, _ said: String, _ server: ServerAddress, at stage: Stage, isTooLong: Bool,
    isSilent: Bool
  ) {
    let said = Shown.message(said)
    switch code {
    case _ where isTooLong:
      self.init(
        "\(server.words) answered with more than \(Counted.words(ReceivedAnswer.limit, "byte")); "
          + ServerWords.isRefreshd, passes: false)
    // Where the machine is busy both limits may be over when they are looked at: what counts is how far it came.
    case _ where isSilent && stage == .connecting, CURLE_OPERATION_TIMEDOUT where stage == .connecting:
      self.init(ServerWords.unreached(server), passes: true)
    case _ where isSilent, CURLE_OPERATION_TIMEDOUT where stage == .securing:
      self.init(ServerWords.silent(server), passes: true)
    case CURLE_COULDNT_CONNECT: self.init(ServerWords.nobody(server), passes: true)
    case CURLE_COULDNT_RESOLVE_HOST: self.init(ServerWords.unknown(server), passes: true)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR:
      self.init(ServerWords.untrusted(server) + " (\(said))", passes: false)
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
      self.init(ServerWords.foreign(server) + " (\(said))", passes: false)
    default: self.init("\(server.words) does not answer: \(said)", passes: true)
    }
  }

  private init(_ message: String, passes: Bool) {
    error = CommandError(.connection, message)
    self.passes = passes
  }
}

/// What may be the matter with a server that is not reached, and what to do, alike for HTTP and for its socket.
enum ServerWords {
  static let isRefreshd = "is --server the address of a refreshd?"

  static func nobody(_ server: ServerAddress) -> String {
    "nobody answers at \(server.words): start the server, or say with --server where it is"
  }

  static func unreached(_ server: ServerAddress) -> String {
    "\(server.words) cannot be reached: look at --server, whether the server runs there, and whether a firewall is "
      + "between"
  }

  static func unknown(_ server: ServerAddress) -> String {
    "\(server.words) cannot be found by its name: look at --server, and whether this machine is on the network"
  }

  static func silent(_ server: ServerAddress) -> String {
    "\(server.words) takes connections and says nothing: \(isRefreshd) If it is, its log may say why"
  }

  static func unanswering(_ server: ServerAddress) -> String {
    "\(server.words) greets, and then does not answer what it is asked: its log may say why, and a restart may help"
  }

  static func untrusted(_ server: ServerAddress) -> String {
    "no TLS with \(server.words): is it served by https: at all, does this machine trust its certificate "
      + "($SSL_CERT_FILE names another authority), and is that for this name?"
  }

  static func foreign(_ server: ServerAddress) -> String {
    "\(server.words) answers, but not as a refreshd does: \(isRefreshd)"
  }
}
