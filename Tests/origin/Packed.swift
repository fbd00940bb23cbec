import CZlib

/// Bytes packed as `Content-Encoding: gzip` has them.
public func packed(_ bytes: [UInt8], times: Int = 1) -> [UInt8] {
  var stream = z_stream()
  precondition(czlib_begin_deflate(&stream, Z_BEST_SPEED, 15 + 16, 9) == Z_OK, "out of memory")
  defer { deflateEnd(&stream) }
  var result: [UInt8] = []
  var room = [UInt8](repeating: 0, count: 65_536)
  for round in 1...times {
    bytes.withUnsafeBufferPointer { bytes in
      stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
      stream.avail_in = uInt(bytes.count)
      repeat {
        let count = room.withUnsafeMutableBufferPointer { room in
          stream.next_out = room.baseAddress
          stream.avail_out = uInt(room.count)
          deflate(&stream, round == times ? Z_FINISH : Z_NO_FLUSH)
          return room.count - Int(stream.avail_out)
        }
        result += room[..<count]
      } while stream.avail_out == 0
    }
  }
  return result
}
