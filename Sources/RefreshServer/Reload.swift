import Glibc

/// What SIGHUP asks for: the configuration, and the certificate, are read anew.
struct Reload {
  let options: ServeOptions
  /// As it was when the server started.
  let environment: [String: String]
  /// Whether the server was started from a terminal, and not to outlive it as `nohup` says.
  private let hadTerminal: Bool

  init(_ options: ServeOptions, environment: [String: String]) {
    self.options = options
    self.environment = environment
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    let isIgnored = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    hadTerminal = !isIgnored && Self.hasTerminal
  }

  /// Whether the signal means that the terminal was closed that the server was started from: there is nobody any more
  /// who could stop it.
  var isHangUp: Bool { hadTerminal && !Self.hasTerminal }

  /// Reads the settings anew and hands them to the server. If anything is wrong, all of it is in the log, and nothing
  /// changes.
  func carryOut(on server: Server) {
    let log = server.house.log
    do {
      let settings = try Settings(options, environment: environment, inherited: server.settings.inherited)
      for warning in settings.warnings { log.warning(warning) }
      server.reload(settings)
    } catch {
      log.error("the configuration cannot be used, so nothing has changed:")
      for line in error.message.split(separator: "\n") { log.error(String(line)) }
    }
  }

  private static var hasTerminal: Bool {
    let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    if terminal >= 0 { close(terminal) }
    return terminal >= 0
  }
}
