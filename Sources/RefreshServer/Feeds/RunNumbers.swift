import RefreshEngine
import RefreshLoop
import RefreshStore
import RefreshWire

/// A feed's run numbers, made durable ahead of need, so that a crash never lets one repeat.
final class RunNumbers {
  /// How many are reserved ahead.
  static let ahead = 16
  /// How long after a failed reservation the next is tried, in milliseconds.
  private static let pause = 1_000

  private let feed: FeedName
  private let unstored: UnstoredRuns
  private let house: House
  /// Numbers below are reserved, or asked for.
  private var asked: RunID
  private var durable: RunID
  /// The next run's number, when that was last told.
  private var wanted: RunID = 0
  /// Runs after a reservation that failed.
  private let retry: LoopTimer
  private var isPausing = false
  private var trouble = Trouble()
  /// Told the limit below which numbers are durable now.
  var reserved: (_ limit: RunID) -> Void = { _ in }

  init(_ record: FeedRecord, feed: FeedName, unstored: UnstoredRuns, house: House) {
    self.feed = feed
    self.unstored = unstored
    self.house = house
    retry = LoopTimer(on: house.loop)
    asked = record.reservedRuns
    durable = record.reservedRuns
    retry.job = { [unowned self] in
      isPausing = false
      reserve(beyond: wanted)
    }
  }

  /// Has more numbers reserved once fewer than half of those ahead are left beyond `next`.
  func reserve(beyond next: RunID) {
    wanted = next
    guard asked < next + Self.ahead / 2, !isPausing else { return }
    let limit = next + Self.ahead
    asked = limit
    // Asked first, carried out first: no more runs begin than there is room for among those that are not stored.
    unstored.handInAll()
    nonisolated(unsafe) let me = self
    house.store.reserveRuns(feed: feed.text, upTo: limit) { result in
      switch result {
      case .success:
        me.trouble.isOver()
        me.durable = max(me.durable, limit)
        me.reserved(me.durable)
      case .failure(let error): me.failed(error)
      }
    }
  }

  /// Gives back what was reserved and not used: a clean stop leaves no gap.
  func release(from next: RunID) {
    house.store.releaseRuns(feed: feed.text, from: next) { _ in }
  }

  private func failed(_ error: StoreError) {
    asked = durable
    isPausing = true
    retry.start(after: Self.pause)
    guard trouble.shows(error.message) else { return }
    house.log.error(
      "feed \(feed.text): run numbers could not be reserved, refreshes may be refused until they are, which is tried each second: \(error.message)",
      LogSubject(feed: feed.text))
  }
}
