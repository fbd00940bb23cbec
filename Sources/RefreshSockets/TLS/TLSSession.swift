import CTLS

/// The TLS of one connection, between bytes in memory: it knows no socket.
final class TLSSession {
  /// What became of the bytes that a peer has sent.
  enum Progress: Equatable {
    /// More is needed for the next step.
    case goesOn
    /// The peer has said that it will send no more.
    case ended
    /// What came is not TLS as it must be; what is to be said about it waits to go out.
    case failed
  }

  /// How much is taken in one step, in either direction; a record of TLS holds no more.
  static let step = 16_384

  private let ssl: OpaquePointer
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer
  /// The handshake is done.
  private(set) var isOpen = false

  /// - Returns: `nil` if memory is short.
  init?(_ identity: TLSIdentity) {
    guard let ssl = SSL_new(identity.context) else { return nil }
    guard let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem()) else {
      SSL_free(ssl)
      return nil
    }
    self.ssl = ssl
    self.incoming = incoming
    self.outgoing = outgoing
    SSL_set_bio(ssl, incoming, outgoing)
    SSL_set_accept_state(ssl)
  }

  deinit { SSL_free(ssl) }

  /// Takes what has come from the peer.
  /// - Parameter plain: gets what it says.
  func receive(_ bytes: UnsafeRawBufferPointer, plain: (UnsafeRawBufferPointer) -> Void) -> Progress {
    guard BIO_write(incoming, bytes.baseAddress, Int32(bytes.count)) == bytes.count else { return .failed }
    ERR_clear_error()
    if !isOpen {
      let code = SSL_do_handshake(ssl)
      guard code == 1 else { return progress(code) }
      isOpen = true
    }
    return withUnsafeTemporaryAllocation(byteCount: Self.step, alignment: 1) { buffer in
      while true {
        let got = SSL_read(ssl, buffer.baseAddress, Int32(buffer.count))
        guard got > 0 else { return progress(got) }
        plain(UnsafeRawBufferPointer(rebasing: buffer[..<Int(got)]))
      }
    }
  }

  /// Says something to the peer, at most one step at a time, once it is open.
  /// - Returns: whether that could be.
  func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    ERR_clear_error()
    return SSL_write(ssl, bytes.baseAddress, Int32(bytes.count)) == bytes.count
  }

  /// Says that nothing more follows.
  func end() {
    ERR_clear_error()
    if isOpen { SSL_shutdown(ssl) }
  }

  /// What is to go out to the peer; it is taken away.
  func output() -> [UInt8] {
    let count = BIO_ctrl_pending(outgoing)
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, length in
      length = max(0, Int(BIO_read(outgoing, bytes.baseAddress, Int32(count))))
    }
  }

  private func progress(_ code: Int32) -> Progress {
    switch SSL_get_error(ssl, code) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: .goesOn
    case SSL_ERROR_ZERO_RETURN: .ended
    default: .failed
    }
  }
}
