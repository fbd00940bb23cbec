/// A complete frame of a client at the beginning of some bytes, as far as the floor looks at it.
struct FloorMessage {
  /// Its bytes, header and payload.
  let length: Int
  /// The first letter of its type; 0 for other frames than text.
  let kind: UInt8
  /// The digits of a pointer's n.
  let digits: [UInt8]
  /// Whether a subscription names a position.
  let isBehind: Bool

  /// `nil` if the frame is not complete yet.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 6 else { return nil }
    var count = Int(bytes[1] & 127)
    var at = 2
    if count == 126 {
      guard bytes.count >= 8 else { return nil }
      count = Int(bytes[2]) << 8 | Int(bytes[3])
      at = 4
    }
    guard bytes.count >= at + 4 + count else { return nil }
    let mask = at
    let payload = at + 4
    func letter(_ place: Int) -> UInt8 { bytes[payload + place] ^ bytes[mask + (place & 3)] }
    length = payload + count
    kind = bytes[0] == 0x81 && count > 40 ? letter(9) : 0
    var digits: [UInt8] = []
    if kind == UInt8(ascii: "p") {
      while digits.count < 12, letter(36 + digits.count) >= 48, letter(36 + digits.count) <= 57 {
        digits.append(letter(36 + digits.count))
      }
    }
    self.digits = digits
    isBehind = count > 80
  }
}
