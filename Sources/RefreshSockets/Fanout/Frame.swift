import CLibWebSockets

/// A text message, ready to be written to any number of server peers of one loop.
///
/// libwebsockets writes the frame's header into the bytes in front of the payload; for server peers it is
/// always the same header, so the bytes can be shared. A client socket masks in place and must never get one.
public final class Frame {
  /// Bytes kept free in front of the payload.
  static let headroom = Int(lws_shim_pre())

  /// The payload's length in bytes.
  public let count: Int
  let payload: UnsafeMutablePointer<UInt8>

  /// Copies a text; it must be valid UTF-8.
  public convenience init(text: [UInt8]) {
    self.init(copying: text.span.bytes)
  }

  /// Copies a text; it must be valid UTF-8.
  public convenience init(_ text: String) {
    self.init(text: Array(text.utf8))
  }

  init(copying bytes: RawSpan) {
    count = bytes.byteCount
    let storage = UnsafeMutablePointer<UInt8>.allocate(capacity: Frame.headroom + bytes.byteCount)
    payload = storage + Frame.headroom
    bytes.withUnsafeBytes { source in
      if let base = source.baseAddress {
        payload.update(from: base.assumingMemoryBound(to: UInt8.self), count: source.count)
      }
    }
  }

  deinit {
    (payload - Frame.headroom).deallocate()
  }

  /// The payload's bytes, for tests and logs.
  public var text: [UInt8] { Array(UnsafeBufferPointer(start: payload, count: count)) }
}
