/// A place in a feed's sequence of rows: behind the row `sequence`, whose chain digest is `digest`.
public struct Position: Equatable, Sendable {
  /// The feed's epoch: another value after the feed was cleared, restored or replaced.
  public var epoch: UInt64
  /// The sequence number of the last row before the position, 0 before the first.
  public var sequence: Int
  /// The chain digest over every row up to and with `sequence`: 16 bytes.
  public var digest: [UInt8]

  /// A position behind the row `sequence` of an epoch; `digest` has 16 bytes.
  public init(epoch: UInt64, sequence: Int, digest: [UInt8]) {
    self.epoch = epoch
    self.sequence = sequence
    self.digest = digest
  }
}
