import RefreshSockets
import TLSClient

extension TestServer {
  /// The one that a server with TLS shows.
  static let certificate = TestCertificate("room.example")
  /// A request without anything of its own.
  static let get = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"

  /// A server that is spoken to by TLS.
  convenience init(
    tls settings: SocketSettings, listen: String = "127.0.0.1:0", _ set: (Owner) -> Void = { _ in }
  ) throws {
    let identity = try TLSIdentity(certificate: Self.certificate.certificate, key: Self.certificate.key)
    try self.init(listen, settings: settings, identity: identity, set)
  }
}
