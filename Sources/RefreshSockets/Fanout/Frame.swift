import Glibc

/// A text message as it goes out on a connection, ready to be sent to any number of server peers of one loop.
///
/// What a server sends is not masked, so header and payload are the same bytes for everybody.
public final class Frame {
  /// The longest header of a frame.
  private static let maxHeader = 10

  /// The payload's length in bytes.
  public let count: Int
  /// The header and the payload.
  let bytes: UnsafeRawBufferPointer
  private let label: EventLabel?
  /// The message as event streams have it, made when the first of them wants it; `nil` if it is no event of theirs.
  private(set) lazy var event = label.map { EventForm($0, message: text) }

  /// Copies a text; it must be valid UTF-8.
  /// - Parameter event: what makes it an event of event streams, too.
  public convenience init(text: [UInt8], event: EventLabel? = nil) {
    self.init(copying: text.span.bytes, event: event)
  }

  /// Copies a text; it must be valid UTF-8.
  public convenience init(_ text: String) {
    self.init(text: Array(text.utf8))
  }

  init(copying text: RawSpan, event: EventLabel? = nil) {
    label = event
    count = text.byteCount
    let storage = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.maxHeader + count, alignment: 1)
    let header = Self.writeHeader(count, to: storage)
    text.withUnsafeBytes { text in
      UnsafeMutableRawBufferPointer(rebasing: storage[header...]).copyMemory(from: text)
    }
    bytes = UnsafeRawBufferPointer(rebasing: storage[..<(header + count)])
  }

  deinit {
    UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.deallocate()
  }

  /// The payload's bytes, for tests and logs.
  public var text: [UInt8] { Array(bytes.suffix(count)) }

  /// The same message.
  func isEqual(_ other: Frame) -> Bool {
    bytes.count == other.bytes.count && memcmp(bytes.baseAddress!, other.bytes.baseAddress!, bytes.count) == 0
  }

  /// The header of a whole text message in one frame: RFC 6455, 5.2.
  /// - Returns: how many bytes it has.
  private static func writeHeader(_ count: Int, to storage: UnsafeMutableRawBufferPointer) -> Int {
    storage[0] = 0x81
    let (mark, width): (UInt8, Int) =
      switch count {
      case ..<126: (UInt8(count), 0)
      case ..<65_536: (126, 2)
      default: (127, 8)
      }
    storage[1] = mark
    for place in 0..<width {
      storage[2 + place] = UInt8(truncatingIfNeeded: count >> (8 * (width - 1 - place)))
    }
    return 2 + width
  }
}
