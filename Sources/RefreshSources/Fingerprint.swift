/// A short name for a long text: equal for equal texts, and for no other that anybody is likely to write.
struct Fingerprint {
  /// Sixteen digits of base 16.
  let text: String

  init(_ long: String) {
    // FNV-1a.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in long.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    text = String(repeating: "0", count: 16 - digits.count) + digits
  }
}
