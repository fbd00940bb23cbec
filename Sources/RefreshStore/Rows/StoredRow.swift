/// What is known of a feed up to and with one of its rows.
public struct RowMark: Equatable, Sendable {
  /// The chain digest.
  public var digest: Digest
  /// Bytes of UTF-8 of all texts since row 1, pruned ones included.
  public var total: Int

  /// The mark before the first row of a feed.
  public static let start = RowMark(digest: .zero, total: 0)

  /// A mark of its two parts.
  public init(digest: Digest, total: Int) {
    self.digest = digest
    self.total = total
  }
}

/// A row as it stands in the database.
public struct StoredRow: Equatable, Sendable {
  /// The sequence number: from 1, without holes.
  public var seq: Int
  /// The row's text.
  public var text: String
  /// When it was appended, in milliseconds since 1970.
  public var at: Int64
  /// The run that brought it; `nil` if it was appended from outside.
  public var run: Int?
  /// The mark after this row.
  public var mark: RowMark

  /// A row of its parts.
  public init(seq: Int, text: String, at: Int64, run: Int?, mark: RowMark) {
    self.seq = seq
    self.text = text
    self.at = at
    self.run = run
    self.mark = mark
  }

  /// About how many bytes of memory it takes.
  var memory: Int { MemoryLayout<StoredRow>.stride + text.utf8.count }
}
