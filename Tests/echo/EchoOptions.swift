import RefreshSockets

/// What the command line says.
struct EchoOptions {
  /// What is wrong with it.
  struct Mistake: Error {
    var words: String
  }

  var address = ListenAddress("127.0.0.1:0")!
  var maxMessage = 16_777_216

  static func read(_ arguments: some Sequence<String>) -> Result<EchoOptions, Mistake> {
    var options = EchoOptions()
    var rest = Array(arguments)[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { return .failure(Mistake(words: "\(name) needs a value")) }
      switch name {
      case "--listen":
        guard let address = ListenAddress(value) else {
          return .failure(Mistake(words: "--listen wants HOST:PORT, not \(value)"))
        }
        options.address = address
      case "--max-message":
        guard let bytes = Int(value), (1...1 << 30).contains(bytes) else {
          return .failure(
            Mistake(words: "--max-message wants a number of bytes up to 1073741824, not \(value)"))
        }
        options.maxMessage = bytes
      default:
        return .failure(Mistake(words: "there is no option \(name)"))
      }
    }
    return .success(options)
  }

  /// Suites ask for the root and offer no subprotocol.
  var settings: SocketSettings {
    var settings = SocketSettings()
    settings.path = "/"
    settings.subprotocol = "echo"
    settings.maxMessage = maxMessage
    // While one echo waits the peer is read from no further, so that two are never longer than this.
    settings.maxQueue = max(settings.maxQueue, 2 * maxMessage + settings.pauseReading)
    return settings
  }
}
