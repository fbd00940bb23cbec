import CTLS
import Glibc
import TLSClient

/// The certificate that an origin shows.
final class OriginIdentity {
  let context: OpaquePointer

  init(_ files: TestCertificate) {
    context = SSL_CTX_new(TLS_server_method())
    let isUsable =
      SSL_CTX_use_certificate_chain_file(context, files.certificate) == 1
      && SSL_CTX_use_PrivateKey_file(context, files.key, SSL_FILETYPE_PEM) == 1
    precondition(isUsable, "no certificate in \(files.certificate)")
  }

  deinit { SSL_CTX_free(context) }
}

/// One connection of an origin, with or without TLS.
final class OriginConnection {
  private let descriptor: Int32
  private let ssl: OpaquePointer?

  /// `nil` if the handshake fails.
  init?(_ descriptor: Int32, _ identity: OriginIdentity?) {
    self.descriptor = descriptor
    ssl = identity.map { SSL_new($0.context) }
    guard let ssl else { return }
    SSL_set_fd(ssl, descriptor)
    guard SSL_accept(ssl) == 1 else { return nil }
  }

  deinit { if let ssl { SSL_free(ssl) } }

  /// The request's path and its header fields; `nil` if none comes.
  func readRequest() -> (path: String, fields: [String: String])? {
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard let more = read(), bytes.count < 100_000 else { return nil }
      bytes += more
      // A handshake of TLS, where that is not spoken.
      if bytes.first == 0x16 {
        _ = write(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
        return nil
      }
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3, words[0] == "GET" else { return nil }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
    }
    return (String(words[1]), fields)
  }

  /// - Returns: whether the other end is still there.
  func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { raw in
        ssl.map { Int(SSL_write($0, raw.baseAddress, Int32(raw.count))) }
          ?? Glibc.send(descriptor, raw.baseAddress, raw.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  /// Waits until the other end closes.
  func waitForEnd() { while read() != nil {} }

  /// Says that nothing more follows, and waits for the other end: what it has not read is not lost by a reset.
  func end() {
    if let ssl { SSL_shutdown(ssl) }
    shutdown(descriptor, Int32(SHUT_WR))
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var part = [UInt8](repeating: 0, count: 4_096)
    while recv(descriptor, &part, part.count, 0) > 0 {}
  }

  private func read() -> [UInt8]? {
    var part = [UInt8](repeating: 0, count: 4_096)
    let count = ssl.map { Int(SSL_read($0, &part, 4_096)) } ?? recv(descriptor, &part, part.count, 0)
    return count > 0 ? Array(part[..<count]) : nil
  }
}
