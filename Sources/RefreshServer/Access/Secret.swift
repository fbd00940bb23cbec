import CCrypto

/// The few things that are done with secrets.
enum Secret {
  /// The SHA-256 of some bytes.
  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    let done = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    precondition(done == 1, "libcrypto has no SHA-256")
    return digest
  }

  /// What only somebody who knows the key can say about some bytes: their HMAC-SHA-256.
  static func seal(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var seal = [UInt8](repeating: 0, count: 32)
    let done = HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &seal, nil)
    precondition(done != nil, "libcrypto has no HMAC")
    return seal
  }

  /// Compares in a time that does not tell how much is alike.
  static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
  }

  /// Bytes that nobody can guess, from the system's generator.
  static func random(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
