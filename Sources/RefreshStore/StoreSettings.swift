/// The times and bounds of a store.
public struct StoreSettings: Sendable {
  /// How far a commit goes before it counts.
  public enum Synchronous: String, Sendable {
    /// On the disk: an acknowledged row outlives a power cut.
    case full
    /// With the operating system: it outlives the process, and a power cut may take the last rows.
    case normal
  }

  /// How far a commit goes before it counts.
  public var synchronous = Synchronous.full
  /// How long the idempotency key of an append is kept, in milliseconds.
  public var keyLifetime: Int64 = 86_400_000
  /// How many idempotency keys are kept in all; beyond it the oldest go early.
  public var keyLimit = 1_000_000
  /// How many runs a feed keeps; older ones are deleted.
  public var keepRuns = 10_000
  /// How many requests share one transaction at most.
  public var batchLimit = 1_024
  /// How long a lock that another process holds on the file is waited for, in milliseconds.
  public var busyTimeout = 2_000
  /// How long such a lock is waited for when the store is closed, in all, in milliseconds.
  public var closeTimeout = 1_500
  /// How many small reads wait at most; one more is refused as ``StoreError/Code/busy``.
  public var waitingLookups = 8_192
  /// How many other reads wait at most; one more is refused as ``StoreError/Code/busy``.
  public var waitingPages = 1_024
  /// Up to how much text a read asks for to count as small, in bytes: small ones go before the others.
  public var lookupBytes = 32_768
  /// How many bytes of answers to reads wait to be fetched, and one answer more at most.
  public var heldBytes = 1_048_576
  /// From how many pages of 4 KiB on the write-ahead log is copied into the database file.
  public var checkpointPages = 1_000
  /// From how many pages on a write-ahead log that somebody keeps from being emptied stops writing: 1 GiB.
  public var logLimitPages = 262_144
  /// How many rows of a feed are checked when it is opened.
  public var checkedRows = 1_000
  /// How many rows ``FeedRecord/tail`` holds at most.
  public var tailRows = 1_000
  /// How many bytes of text ``FeedRecord/tail`` holds at most.
  public var tailBytes = 1_048_576
  /// How many rows one append prunes at most, so that a smaller bound does not hold up everybody.
  public var pruneLimit = 50_000
  /// How many hashes of a feed's rows are remembered, so that the rows are not appended again; beyond it the oldest go.
  public var knownLimit = 1_000_000
  /// How many rows ``Store/learnTexts(feed:_:)`` looks at.
  public var learnStep = 5_000
  /// Is told, through the store's `deliver`, when damage is found that stops writing.
  public var report: (@Sendable (StoreError) -> Void)?

  /// The settings in force if nothing else is said.
  public init() {}
}
