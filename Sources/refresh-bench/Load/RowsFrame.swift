/// A `rows` frame whose rows all have texts of ``ClientFrames/rowLength`` bytes, so that its length and its first
/// bytes tell what it holds.
enum RowsFrame {
  private static let prefix = Array("{\"type\":\"rows\",\"feed\":\"main\",\"first\":".utf8)
  private static let between = Array(",\"rows\":[".utf8)
  private static let row = ClientFrames.rowLength + "{\"text\":\"\",\"at\":1700000000000}".utf8.count
  private static let suffix = "],\"pos\":\"\"}".utf8.count + 43

  /// The first sequence number and the count of rows in a payload of which the beginning is there; `nil` if the
  /// length does not fit, which would mean that something else was sent.
  static func contents(_ payload: UnsafePointer<UInt8>, length: Int) -> (first: Int, count: Int)? {
    var at = prefix.count
    let first = number(payload, &at)
    let bytes = length - at - between.count - suffix + 1
    guard bytes > 0, bytes % (row + 1) == 0 else { return nil }
    return (first, bytes / (row + 1))
  }

  /// The decimal number at a place.
  static func number(_ payload: UnsafePointer<UInt8>, _ at: inout Int) -> Int {
    var value = 0
    while payload[at] >= 48, payload[at] <= 57, value < 1 << 50 {
      value = value * 10 + Int(payload[at] - 48)
      at += 1
    }
    return value
  }

  /// The payload of such a frame as the floor sends it.
  static func payload(first: Int, count: Int) -> [UInt8] {
    var bytes = prefix
    bytes += Array("\(first)".utf8)
    bytes += between
    let text = [UInt8](repeating: UInt8(ascii: "x"), count: ClientFrames.rowLength)
    for index in 0..<count {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += Array("{\"text\":\"".utf8) + text + Array("\",\"at\":1700000000000}".utf8)
    }
    bytes += Array("],\"pos\":\"".utf8) + [UInt8](repeating: UInt8(ascii: "A"), count: 43) + Array("\"}".utf8)
    return bytes
  }
}
