/// A failure of the database, in words.
public struct StoreError: Error, Equatable, Sendable {
  /// The kinds of failure that a caller treats differently.
  public enum Code: String, Sendable {
    /// No space is left on the device, or a quota is reached.
    case full
    /// The operating system reported an error in reading or writing.
    case io
    /// Another process holds the database.
    case locked
    /// The file or its directory cannot be written.
    case readOnly
    /// The file is no database, is damaged, or its content contradicts itself.
    case damaged
    /// The file is no longer where it was, or another is in its place.
    case displaced
    /// Another process has written to the file.
    case intruded
    /// The file was written by a newer refreshd.
    case newer
    /// The same idempotency key came with other rows.
    case keyReused
    /// No feed of that name has been opened.
    case unknownFeed
    /// Too many reads wait.
    case busy
    /// The store has been closed.
    case closed
  }

  /// Whether nothing can be written to the file any more until the next start.
  var stopsWriting: Bool { [.damaged, .displaced, .intruded].contains(code) }

  /// The kind of failure.
  public let code: Code
  /// What happened and what to do about it.
  public let message: String

  /// A failure of a kind, in words.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
