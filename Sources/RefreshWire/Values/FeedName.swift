/// A feed's name: `[a-z0-9][a-z0-9._-]{0,63}`.
public struct FeedName: Hashable, Sendable, CustomStringConvertible {
  /// The name.
  public let text: String

  /// A name, nil if the text is none.
  public init?(_ text: String) {
    let bytes = text.utf8
    guard (1...64).contains(bytes.count), let first = bytes.first, Self.isAlphanumeric(first),
      bytes.allSatisfy({ Self.isAlphanumeric($0) || $0 == 0x2E || $0 == 0x5F || $0 == 0x2D })
    else { return nil }
    self.text = text
  }

  /// The name.
  public var description: String { text }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
