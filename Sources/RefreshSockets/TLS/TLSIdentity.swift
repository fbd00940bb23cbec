import CTLS
import Glibc
import RefreshFiles

/// A certificate, its key, and how TLS is spoken with them: version 1.2 or later, with forward secrecy, and HTTP/1.1
/// inside.
public final class TLSIdentity {
  /// Connections that were made with it keep it.
  let context: OpaquePointer

  /// Reads both from PEM files, which may be the same one.
  /// - Parameters:
  ///   - certificate: the server's certificate, followed by those between it and a root.
  ///   - key: its private key, without a passphrase.
  /// - Throws: ``SocketError`` that says what is wrong with which file.
  public init(certificate: String, key: String) throws(SocketError) {
    guard let context = SSL_CTX_new(TLS_server_method()) else {
      throw SocketError(.failed, "TLS could not be set up; is memory free?")
    }
    self.context = context
    _ = tls_shim_set_min_version(context, TLS1_2_VERSION)
    SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20")
    SSL_CTX_set_options(context, tls_shim_option_no_renegotiation() | tls_shim_option_unexpected_end())
    // A connection with nothing to say holds no buffers.
    tls_shim_set_mode(context, Int(SSL_MODE_RELEASE_BUFFERS))
    tls_shim_no_session_cache(context)
    SSL_CTX_set_alpn_select_cb(context, chooseHTTP11, nil)
    SSL_CTX_set_default_passwd_cb(context, noPassphrase)
    try Self.checkReadable("the certificate", certificate)
    try Self.checkReadable("the key", key)
    ERR_clear_error()
    guard SSL_CTX_use_certificate_chain_file(context, certificate) == 1 else {
      throw SocketError(.failed, "the certificate \(certificate) holds no certificate in PEM form")
    }
    try Self.use(key, of: certificate, in: context)
    ERR_clear_error()
  }

  deinit { SSL_CTX_free(context) }

  private static func use(_ file: String, of certificate: String, in context: OpaquePointer)
    throws(SocketError)
  {
    guard let bytes = BIO_new_file(file, "r") else {
      throw unreadable("the key", file, String(cString: strerror(errno)))
    }
    defer { BIO_free(bytes) }
    guard let key = PEM_read_bio_PrivateKey(bytes, nil, noPassphrase, nil) else {
      throw SocketError(.failed, "the key \(file) holds no private key in PEM form, or one with a passphrase")
    }
    defer { EVP_PKEY_free(key) }
    guard SSL_CTX_use_PrivateKey(context, key) == 1, SSL_CTX_check_private_key(context) == 1 else {
      throw SocketError(.failed, "the key \(file) is not that of the certificate \(certificate)")
    }
  }

  private static func checkReadable(_ what: String, _ file: String) throws(SocketError) {
    do throws(NamedFile.Refusal) {
      try NamedFile.check(file)
    } catch {
      throw unreadable(what, file, error.words)
    }
  }

  private static func unreadable(_ what: String, _ file: String, _ why: String) -> SocketError {
    SocketError(.failed, "\(what) \(file) cannot be read: \(why)")
  }
}

private func noPassphrase(
  _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32, _ writes: Int32, _ data: UnsafeMutableRawPointer?
) -> Int32 { -1 }

/// Chooses among the protocols that a client offers; one that offers only others is refused.
private func chooseHTTP11(
  _ ssl: OpaquePointer?, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  _ length: UnsafeMutablePointer<UInt8>?, _ offered: UnsafePointer<UInt8>?, _ size: UInt32,
  _ data: UnsafeMutableRawPointer?
) -> Int32 {
  let name = "http/1.1".utf8
  var rest = UnsafeBufferPointer(start: offered, count: Int(size))[...]
  while let count = rest.first, rest.count > Int(count) {
    let one = rest.dropFirst().prefix(Int(count))
    if one.elementsEqual(name) {
      chosen?.pointee = UnsafeBufferPointer(rebasing: one).baseAddress
      length?.pointee = count
      return SSL_TLSEXT_ERR_OK
    }
    rest = rest.dropFirst(1 + Int(count))
  }
  return SSL_TLSEXT_ERR_ALERT_FATAL
}
