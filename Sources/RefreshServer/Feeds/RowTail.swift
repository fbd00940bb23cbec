import RefreshStore

/// The newest rows of a feed in memory, so that live readers and short resumes never ask the database.
struct RowTail {
  /// Bounds of what is kept; up to twice as much is held between two trims, so that a trim costs little per row.
  static let maxRows = 1_000
  static let maxBytes = 1_000_000

  private var rows: [StoredRow]
  /// Where the chain stands before the first row that is held.
  private var before: (sequence: Int, mark: RowMark)

  init(_ rows: [StoredRow], before: RowMark, head: Int) {
    self.rows = rows
    self.before = (head - rows.count, before)
  }

  /// The sequence number before the first row that is held: reading after it needs no database.
  var start: Int { before.sequence }
  var head: Int { before.sequence + rows.count }
  var headMark: RowMark { rows.last?.mark ?? before.mark }
  var lastText: String? { rows.last?.text }

  mutating func append(_ new: [StoredRow]) {
    rows.append(contentsOf: new)
    trim()
  }

  /// The rows after a sequence number that is not before `start`.
  func rows(after sequence: Int) -> ArraySlice<StoredRow> {
    rows[(sequence - before.sequence)...]
  }

  /// The newest rows, as many as asked for within a bound on their text together; at least one if there is any.
  func newest(_ count: Int, maxBytes: Int) -> ArraySlice<StoredRow> {
    let asked = rows.suffix(count)
    let newest = headMark.total
    // A row's text begins where its mark's total stands without it.
    let cut = asked.dropLast().lastIndex { newest - $0.mark.total + $0.text.utf8.count > maxBytes }
    return cut.map { asked[($0 + 1)...] } ?? asked
  }

  /// Where the chain stands at a sequence number; `nil` if it is not held.
  func mark(at sequence: Int) -> RowMark? {
    if sequence == before.sequence { return before.mark }
    let index = sequence - before.sequence - 1
    return rows.indices.contains(index) ? rows[index].mark : nil
  }

  private mutating func trim() {
    guard rows.count > 2 * Self.maxRows || headMark.total - before.mark.total > 2 * Self.maxBytes else {
      return
    }
    let newest = headMark.total
    // At least the last row stays, however large.
    let keep = rows.dropLast().lastIndex { newest - $0.mark.total >= Self.maxBytes }.map { $0 + 1 } ?? 0
    let cut = max(keep, rows.count - Self.maxRows)
    before = (before.sequence + cut, rows[cut - 1].mark)
    rows.removeFirst(cut)
  }
}
