import CZlib

/// The body of an answer that came packed, as `Content-Encoding` says.
///
/// It is unpacked here because libcurl takes one that was cut for whole: what is missing would never be asked for again.
enum PackedBody {
  enum Fault: Error, Equatable {
    /// It was cut, or is not what it is said to be.
    case broken
    /// Unpacked it is longer than is wanted.
    case tooLong
    /// Packed in a way that was not asked for.
    case unknown
  }

  /// What is asked for.
  static let accepted = "Accept-Encoding: gzip"
  private static let piece = 65_536

  /// Unpacks a body.
  /// - Parameters:
  ///   - encoding: the value of `Content-Encoding`, `nil` if there was none.
  ///   - limit: how long it may be then, in bytes.
  static func unpack(_ body: [UInt8], encoding: String?, limit: Int) throws(Fault) -> [UInt8] {
    switch encoding?.lowercased() {
    case nil, "", "identity": return body
    // 32 more than the window's bits: zlib sees by the begin whether it is gzip or, as deflate is meant, zlib.
    case "gzip", "x-gzip", "deflate": return try inflated(body, limit)
    default: throw .unknown
    }
  }

  private static func inflated(_ body: [UInt8], _ limit: Int) throws(Fault) -> [UInt8] {
    var stream = z_stream()
    guard czlib_begin_inflate(&stream, 15 + 32) == Z_OK else { throw .broken }
    defer { inflateEnd(&stream) }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: piece)
    var fault: Fault?
    body.withUnsafeBufferPointer { body in
      stream.next_in = UnsafeMutablePointer(mutating: body.baseAddress)
      stream.avail_in = uInt(body.count)
      while fault == nil {
        let code = buffer.withUnsafeMutableBufferPointer { room in
          stream.next_out = room.baseAddress
          stream.avail_out = uInt(room.count)
          return inflate(&stream, Z_NO_FLUSH)
        }
        output += buffer[..<(piece - Int(stream.avail_out))]
        if output.count > limit { fault = .tooLong }
        if code == Z_STREAM_END {
          // Several in a row are one; anything else behind the end is left alone, as unpacking programs do.
          guard stream.avail_in > 1, stream.next_in[0] == 0x1f, stream.next_in[1] == 0x8b else { return }
          guard inflateReset(&stream) == Z_OK else { return fault = .broken }
        } else if code != Z_OK {
          // Also when all was taken and the end has not come.
          fault = fault ?? .broken
        }
      }
    }
    if let fault { throw fault }
    return output
  }
}
