import RefreshClient
import RefreshWire

/// Every client's list against the server's.
enum ListComparison {
  /// What differs, in words.
  /// - Parameters:
  ///   - rows: the server's, of which the first has the sequence number `first`.
  static func differences(_ lists: [(name: String, list: FeedList)], first: Int, _ rows: [Row]) -> [String] {
    let last = first + rows.count - 1
    return lists.compactMap { name, list in
      if list.last != last { return "\(name)'s list ends with row \(list.last), the server's with \(last)" }
      for (sequence, row) in zip(list.first..., list.rows) {
        guard sequence >= first else { return "\(name) has row \(sequence), which the server has not" }
        if rows[sequence - first] != row {
          return "\(name)'s row \(sequence) is another one than the server's"
        }
      }
      return nil
    }
  }
}
