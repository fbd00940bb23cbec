import CCrypto

/// Computes digests with one context for all of them; of one thread.
final class ChainHasher {
  private let context: OpaquePointer

  init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      preconditionFailure("libcrypto has no SHA-256")
    }
    self.context = context
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  /// The digest after a row of this text.
  func digest(after previous: Digest, _ text: UnsafeBufferPointer<UInt8>) -> Digest {
    restart()
    previous.withBytes { add($0) }
    add(UnsafeRawBufferPointer(text))
    return finish()
  }

  /// What tells one list of rows from another: over the count, and each text with its length before it.
  func fingerprint(of texts: [String]) -> Digest {
    restart()
    add(length: texts.count)
    for var text in texts {
      text.withUTF8 { bytes in
        add(length: bytes.count)
        add(UnsafeRawBufferPointer(bytes))
      }
    }
    return finish()
  }

  /// What a row of this text is known by.
  func name(ofText text: String) -> Digest {
    var text = text
    return text.withUTF8 { name(ofText: $0) }
  }

  /// What a row of this text is known by.
  func name(ofText text: UnsafeBufferPointer<UInt8>) -> Digest {
    restart()
    add(length: 1)
    add(UnsafeRawBufferPointer(text))
    return finish()
  }

  /// What a row to which a source gives this key is known by.
  func name(ofKey key: String, source: String) -> Digest {
    restart()
    add(length: 2)
    for var text in [source, key] {
      text.withUTF8 { bytes in
        add(length: bytes.count)
        add(UnsafeRawBufferPointer(bytes))
      }
    }
    return finish()
  }

  private func add(length: Int) {
    withUnsafeBytes(of: UInt64(length).bigEndian) { add($0) }
  }

  private func add(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count > 0 { EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) }
  }

  private func restart() {
    // Without naming the algorithm again: that would look it up anew each time.
    EVP_DigestInit_ex(context, nil, nil)
  }

  private func finish() -> Digest {
    withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { buffer in
      EVP_DigestFinal_ex(context, buffer.bindMemory(to: UInt8.self).baseAddress, nil)
      return Digest(UnsafeRawBufferPointer(rebasing: buffer[..<16]))!
    }
  }
}

@available(*, unavailable) extension ChainHasher: Sendable {}
