import CTLS
import Glibc
import TestSupport

/// A client that speaks TLS, with the version and the protocols that a test wants, and trusts any certificate.
public final class TLSClient {
  /// Why it could not go on.
  public struct Failure: Error, CustomStringConvertible {
    /// What happened.
    public let description: String
  }

  /// All that has come.
  public private(set) var received: [UInt8] = []
  /// The server has said that it will send no more, as TLS has it.
  public private(set) var hasEnded = false
  private let socket: BareSocket
  private let context: OpaquePointer
  private let ssl: OpaquePointer

  /// Connects and does the handshake.
  /// - Parameters:
  ///   - host: an address of IPv4.
  ///   - version: the newest that is spoken; `nil`: whatever there is.
  ///   - protocols: what is offered to be spoken inside; `nil`: nothing is.
  ///   - receiveBuffer: how much the system takes while nobody reads.
  public init(
    host: String = "127.0.0.1", port: Int, version: Int32? = nil, protocols: [String]? = nil,
    receiveBuffer: Int32? = nil
  ) throws {
    signal(SIGPIPE, SIG_IGN)
    socket = try BareSocket(host: host, port: port, receiveBuffer: receiveBuffer)
    context = SSL_CTX_new(TLS_client_method())
    ssl = SSL_new(context)
    if let version { tls_shim_limit_version(ssl, version) }
    if let protocols {
      let list = protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
      SSL_set_alpn_protos(ssl, list, UInt32(list.count))
    }
    SSL_set_fd(ssl, socket.descriptor)
    guard SSL_connect(ssl) == 1 else { throw failure("the handshake failed") }
  }

  deinit {
    SSL_free(ssl)
    SSL_CTX_free(context)
  }

  /// This machine's address in its network, `nil` if it is in none; asking for a way there sends nothing.
  public static func ownAddress() -> String? {
    let descriptor = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(9).bigEndian
    address.sin_addr.s_addr = inet_addr("192.0.2.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let found = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    var text = [CChar](repeating: 0, count: 64)
    guard found, inet_ntop(AF_INET, &address.sin_addr, &text, 64) != nil else { return nil }
    let own = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return own.hasPrefix("127.") ? nil : own
  }

  /// Whom the server's certificate names.
  public var serverName: String {
    guard let certificate = SSL_get1_peer_certificate(ssl) else { return "" }
    defer { X509_free(certificate) }
    var name = [CChar](repeating: 0, count: 256)
    let count = X509_NAME_get_text_by_NID(X509_get_subject_name(certificate), NID_commonName, &name, 256)
    return String(decoding: name.prefix(max(0, Int(count))).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// What was chosen to be spoken inside.
  public var chosenProtocol: String? {
    var name: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    SSL_get0_alpn_selected(ssl, &name, &count)
    return name.map { String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self) }
  }

  /// The version that is spoken.
  public var version: String { String(cString: SSL_get_version(ssl)) }

  /// Everything that has come, as text.
  public var text: String { String(decoding: received, as: UTF8.self) }

  /// Says bytes.
  public func send(_ bytes: [UInt8]) throws {
    guard SSL_write(ssl, bytes, Int32(bytes.count)) == bytes.count else {
      throw failure("nothing more goes out")
    }
  }

  /// Says a text.
  public func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Says a text in a WebSocket frame.
  public func sendFrame(_ text: String) throws {
    try send(BareSocket.frame(text))
  }

  /// Ends a WebSocket, or answers its end.
  public func sendClose() throws { try send([0x88, 0x80, 1, 2, 3, 4]) }

  /// Opens a WebSocket.
  public func upgrade(_ fields: [String] = []) throws {
    try send(BareSocket.handshake(fields))
    try read(until: "\r\n\r\n")
  }

  /// Reads until a text has come.
  public func read(until wanted: String) throws {
    while !text.contains(wanted) {
      guard try readSome() else {
        throw Failure(description: "the end, without '\(wanted)', after '\(text)'")
      }
    }
  }

  /// Reads so many bytes.
  public func read(_ count: Int) throws {
    while received.count < count {
      guard try readSome() else { throw Failure(description: "the end after \(received.count) bytes") }
    }
  }

  /// Reads until the server has nothing more to say.
  public func readAll() throws {
    while try readSome() {}
  }

  /// Says that nothing more follows; the other direction stays.
  public func finish() { SSL_shutdown(ssl) }

  private func readSome() throws -> Bool {
    var part = [UInt8](repeating: 0, count: 65_536)
    let got = SSL_read(ssl, &part, Int32(part.count))
    if got > 0 {
      received += part[..<Int(got)]
      return true
    }
    guard SSL_get_error(ssl, got) == SSL_ERROR_ZERO_RETURN else { throw failure("the connection broke") }
    hasEnded = true
    return false
  }

  private func failure(_ what: String) -> Failure {
    let code = ERR_get_error()
    let reason = code == 0 ? String(cString: strerror(errno)) : String(cString: ERR_reason_error_string(code))
    return Failure(description: "\(what): \(reason)")
  }
}
