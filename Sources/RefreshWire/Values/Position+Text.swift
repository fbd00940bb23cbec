/// The opaque text of a position: base64url, without padding, of epoch, sequence and digest, 32 bytes in all.
extension Position {
  /// The position that a text stands for, nil if the text is not one that ``text`` gives.
  public init?(_ text: String) {
    guard text.utf8.count == 43, let bytes = Base64URL.decode(text), bytes.count == 32 else { return nil }
    let numbers = [0, 8].map { start in
      bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    guard let sequence = Int(exactly: numbers[1]) else { return nil }
    self.init(epoch: numbers[0], sequence: sequence, digest: Array(bytes[16...]))
  }

  /// The position as it is written on the wire.
  public var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for number in [epoch, UInt64(max(0, sequence))] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
      }
    }
    bytes.append(contentsOf: digest)
    return Base64URL.encode(bytes)
  }
}
