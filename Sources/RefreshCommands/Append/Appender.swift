import RefreshWire

/// Appends batches of rows, each once, in order.
struct Appender {
  private let api: ServerAPI
  private let feed: FeedName
  private let account: AppendAccount
  /// How many rows one request may bring: fewer once the server has refused as many.
  private(set) var most = 1_000

  init(_ api: ServerAPI, to feed: FeedName, _ account: AppendAccount) {
    self.api = api
    self.feed = feed
    self.account = account
  }

  /// Appends rows; where they are more than the server takes at once, in halves.
  /// - Parameter key: makes a key for the rows of an index range.
  /// - Throws: ``CommandError``: not all could be appended.
  mutating func append(_ rows: [String], key: (Range<Int>) -> String) throws(CommandError) {
    var waiting = [rows.indices]
    while let range = waiting.popLast() {
      if range.count > most {
        let middle = range.lowerBound + range.count / 2
        waiting += [middle..<range.upperBound, range.lowerBound..<middle]
        continue
      }
      do throws(ServerAPI.Refusal) {
        account.sends(range.count)
        let (body, wereThere) = try api.append(Array(rows[range]), to: feed, key: key(range))
        account.takes(body, wereThere: wereThere)
      } catch {
        // Without an answer it is not known what became of them.
        if error.status != 0 { account.refused() }
        guard error.status == 413, ["too-many-rows", "body-too-long"].contains(error.code), range.count > 1
        else { throw error.error }
        most = range.count / 2
        waiting.append(range)
      }
    }
  }
}
