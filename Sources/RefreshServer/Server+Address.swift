import RefreshSockets

/// Where it is reached, and by which certificate.
extension Server {
  /// The port it listens on.
  public var port: Int { sockets.port }

  /// Where people open the page.
  public var address: String {
    let host = settings.listen.host
    return "http\(speaksTLS ? "s" : "")://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
  }

  /// Whether connections are encrypted by this server itself.
  var speaksTLS: Bool { settings.tls != nil }

  /// Reads the certificate and its key anew, for those who come from now on; others keep what they have. If they cannot
  /// be used, the log says why, and the ones in use stay.
  public func renewCertificate() {
    guard let files = settings.tls else { return }
    do {
      sockets.renew(try files.load())
      house.log.info("the certificate \(files.certificate) was read anew")
    } catch {
      house.log.error("\(error.description); the certificate that was read before stays in use")
    }
  }
}
