/// What is read of rows.
extension StoreCore {
  /// Rows after a sequence number, in order, within bounds; at least one if there is one.
  func rows(of name: String, after seq: Int, limit: Int, maxBytes: Int) throws -> [StoredRow] {
    try read(sql.rows, name, from: seq, limit: limit, maxBytes: maxBytes)
  }

  /// The rows before a sequence number, in order, those next to it within bounds; at least one if there is one.
  func rows(of name: String, before seq: Int, limit: Int, maxBytes: Int) throws -> [StoredRow] {
    try read(sql.rowsBefore, name, from: seq, limit: limit, maxBytes: maxBytes).reversed()
  }

  private func read(
    _ statement: Statement, _ name: String, from seq: Int, limit: Int, maxBytes: Int
  ) throws -> [StoredRow] {
    let feed = try head(of: name)
    var rows: [StoredRow] = []
    var bytes = 0
    defer { statement.reset() }
    statement.bind(feed.id, at: 1)
    statement.bind(seq, at: 2)
    statement.bind(max(0, limit), at: 3)
    while try statement.step() {
      bytes += statement.utf8(1).count
      if bytes > maxBytes, !rows.isEmpty { break }
      guard let digest = statement.digest(4) else {
        throw StoreError.damage(file, "row \(statement.integer(0)) of the feed \(name) has no digest")
      }
      rows.append(Self.row(statement, mark: RowMark(digest: digest, total: statement.integer(5))))
    }
    return rows
  }

  /// The mark at a sequence number from `floor` − 1 to the head; `nil` outside.
  func mark(of name: String, at seq: Int) throws -> RowMark? {
    try mark(head(of: name), at: seq)
  }

  func mark(_ feed: FeedHead, at seq: Int) throws -> RowMark? {
    if seq == feed.floor - 1 { return feed.base }
    if seq == feed.head { return feed.mark }
    return try storedMark(feed, at: seq)
  }

  func storedMark(_ feed: FeedHead, at seq: Int) throws -> RowMark? {
    var mark: RowMark?
    try sql.rowMark.run([.integer(feed.id), .integer(seq)]) { row in
      mark = row.digest(0).map { RowMark(digest: $0, total: row.integer(1)) }
    }
    return mark
  }

  static func row(_ statement: Statement, mark: RowMark) -> StoredRow {
    StoredRow(
      seq: statement.integer(0), text: statement.text(1), at: Int64(statement.integer(2)),
      run: statement.optionalInteger(3), mark: mark)
  }
}
