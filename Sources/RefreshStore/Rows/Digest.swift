/// The chain digest over all rows up to one: the first 16 bytes of SHA-256 over (the digest before, the text).
///
/// Before the first row it is 16 zero bytes. Two lists with the same digest at a sequence number hold the same rows.
public struct Digest: Hashable, Sendable {
  /// The first eight bytes, the first one most significant.
  public let high: UInt64
  /// The last eight bytes.
  public let low: UInt64

  /// The digest before the first row.
  public static let zero = Digest(high: 0, low: 0)

  /// A digest of its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads 16 bytes; `nil` if there are fewer or more.
  public init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
    low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  /// The 16 bytes.
  public var bytes: [UInt8] { withBytes { Array($0) } }

  /// Lends the 16 bytes without an allocation.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian), body)
  }
}
