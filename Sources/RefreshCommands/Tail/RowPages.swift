import RefreshWire

/// The rows of a feed, page by page, from somewhere to its end.
struct RowPages {
  private let api: ServerAPI
  private let feed: FeedName
  private var start: RowStart
  /// The number of the row to come, if it is known.
  private var expected: Int?
  private var isDone = false

  init(_ api: ServerAPI, _ feed: FeedName, from start: RowStart) {
    self.api = api
    self.feed = feed
    self.start = start
    switch start {
    case .floor: break
    case .position(let text): expected = Position(text).map { $0.sequence + 1 }
    case .sequence(let number): expected = number + 1
    }
  }

  /// Where the rows so far end.
  var position: String? {
    if case .position(let text) = start { text } else { nil }
  }

  /// The next rows; nil at the feed's end.
  /// - Throws: ``CommandError`` if the feed is another one by now, or cannot be read.
  mutating func next() throws(CommandError) -> RowsBody? {
    guard !isDone else { return nil }
    var page = try read()
    // Rows that are appended while the server reads may be counted and not be in the page. They are in the next one.
    if Self.isHollow(page) { page = try read() }
    if Self.isHollow(page) {
      throw foreign("that \(feed.text) goes up to row \(page.head), and gives none from row \(page.first) on")
    }
    if let expected, page.first < expected {
      throw foreign("row \(page.first) of \(feed.text) where it was asked for row \(expected)")
    }
    if let expected, page.first > expected {
      StandardError.say(
        "\(ResetWords.gone(expected...page.first - 1)): going on with \(page.first)")
    }
    expected = page.first + page.rows.count
    start = .position(page.pos)
    isDone = page.first + page.rows.count > page.head
    return page.rows.isEmpty ? nil : page
  }

  private func read() throws(CommandError) -> RowsBody {
    do throws(ServerAPI.Refusal) {
      return try api.rows(of: feed, from: start)
    } catch {
      guard error.status == 410 else { throw error.error }
      guard error.code == ResetReason.pruned.rawValue else {
        throw CommandError(.failed, ResetWords.of(error.code, feed) + ": begin anew without a place")
      }
      do throws(ServerAPI.Refusal) { return try api.rows(of: feed, from: .floor) } catch { throw error.error }
    }
  }

  /// Whether a page has no row though there are more.
  private static func isHollow(_ page: RowsBody) -> Bool { page.rows.isEmpty && page.head >= page.first }

  private func foreign(_ what: String) -> CommandError {
    CommandError(
      .failed,
      "the server answers \(what): is there a cache in between that answers for it? Name the server's own address with "
        + "--server, and call it again")
  }
}

/// Why a list cannot be continued, in words.
enum ResetWords {
  /// Rows that were pruned before they were read.
  static func gone(_ numbers: ClosedRange<Int>) -> String {
    numbers.count == 1
      ? "row \(numbers.lowerBound) is not kept any more"
      : "rows \(numbers.lowerBound) to \(numbers.upperBound) are not kept any more"
  }

  static func of(_ reason: String, _ feed: FeedName) -> String {
    switch ResetReason(rawValue: reason) {
    case .epoch: "\(feed.text) is another list now: it was cleared, restored or replaced"
    case .ahead: "\(feed.text) has fewer rows than were read of it"
    case .chain: "\(feed.text) has other rows than were read of it"
    case .pruned: "rows of \(feed.text) that were not read yet are not kept any more"
    case .far: "\(feed.text) is far ahead"
    case .new, nil: "\(feed.text) begins anew"
    }
  }
}
