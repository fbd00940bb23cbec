import CZlib

/// The one coding that answers are compressed with.
enum Gzip {
  /// A window of 32 KiB, and 16 for gzip's own head and end.
  private static let window: Int32 = 15 + 16

  static func compress(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // With these arguments only memory can be missing.
    precondition(czlib_begin_deflate(&stream, Z_BEST_COMPRESSION, window, 9) == Z_OK, "out of memory")
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, uLong(bytes.count)))
    return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      bytes.withUnsafeBufferPointer { bytes in
        stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.avail_in = uInt(bytes.count)
        stream.next_out = buffer.baseAddress
        stream.avail_out = uInt(bound)
        precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END, "deflateBound was too small")
      }
      count = bound - Int(stream.avail_out)
    }
  }

  /// Whether an `Accept-Encoding` field takes it: named, or by `*`, and not with a weight of 0.
  static func isAccepted(by field: String?) -> Bool {
    var byStar = false
    for part in (field ?? "").split(separator: ",") {
      let words = part.split(separator: ";").map { trimmed($0.utf8) }
      guard let name = words.first else { continue }
      let isWanted = !words.dropFirst().contains(where: isZero)
      if sameName(name, "gzip") || sameName(name, "x-gzip") { return isWanted }
      if name == "*" { byStar = isWanted }
    }
    return byStar
  }

  /// `q=0`, `q=0.0` and so on.
  private static func isZero(_ word: String) -> Bool {
    let word = word.utf8
    guard let first = word.first, lowercase(first) == 0x71, word.dropFirst().first == 0x3d else {
      return false
    }
    return word.dropFirst(2).allSatisfy { $0 == 0x30 || $0 == 0x2e }
  }
}
