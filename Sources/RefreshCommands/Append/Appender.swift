import RefreshWire

/// Appends batches of rows, each once, in order.
struct Appender {
  private let api: ServerAPI
  private let feed: FeedName
  /// How many rows one request may bring: fewer once the server has refused as many.
  private(set) var most = 1_000
  /// How many rows have been appended.
  private(set) var count = 0
  /// How many more were there already, appended by an earlier call with the same keys.
  private(set) var known = 0
  /// Whether the server has taken nothing yet.
  var isUnused: Bool { count + known == 0 }
  /// The sequence number of the first of them, and of the last.
  private(set) var range: ClosedRange<Int>?

  init(_ api: ServerAPI, to feed: FeedName) {
    self.api = api
    self.feed = feed
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
        let (body, wereThere) = try api.append(Array(rows[range]), to: feed, key: key(range))
        guard !wereThere else {
          known += body.count
          continue
        }
        count += body.count
        self.range = (self.range?.lowerBound ?? body.first)...(body.first + body.count - 1)
      } catch {
        guard error.status == 413, ["too-many-rows", "body-too-long"].contains(error.code), range.count > 1
        else { throw error.error }
        most = range.count / 2
        waiting.append(range)
      }
    }
  }

  /// What was done, in words.
  var words: String {
    guard let range else {
      let words = "no row appended to \(feed.text)"
      return known == 0
        ? words : words + ": \(known == 1 ? "the 1 row was" : "all \(known) rows were") there already"
    }
    let numbers =
      count == 1 ? "number \(range.lowerBound)" : "numbers \(range.lowerBound) to \(range.upperBound)"
    let words = "\(Counted.words(count, "row")) appended to \(feed.text): \(numbers)"
    return known == 0 ? words : words + "; \(Counted.words(known, "row was", "rows were")) there already"
  }
}
