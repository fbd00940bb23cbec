import RefreshEngine
import RefreshLoop
import RefreshStore
import RefreshWire

/// A feed's run numbers, made durable ahead of need, so that a crash never lets one repeat.
final class RunNumbers {
  /// How many are reserved ahead.
  static let ahead = 16
  /// How long a reservation that failed is not tried again, in milliseconds.
  private static let pause = 1_000

  private let feed: FeedName
  private let house: House
  /// Numbers below are reserved, or asked for.
  private var asked: RunID
  private var durable: RunID
  private var retryAt: Milliseconds = 0

  init(_ record: FeedRecord, feed: FeedName, house: House) {
    self.feed = feed
    self.house = house
    asked = record.reservedRuns
    durable = record.reservedRuns
  }

  /// Has more numbers reserved once fewer than half of those ahead are left beyond `next`.
  func reserve(beyond next: RunID, _ reserved: @escaping (_ limit: RunID) -> Void) {
    guard asked < next + Self.ahead / 2, house.loop.now >= retryAt else { return }
    let limit = next + Self.ahead
    asked = limit
    nonisolated(unsafe) let me = self
    nonisolated(unsafe) let reserved = reserved
    house.store.reserveRuns(feed: feed.text, upTo: limit) { result in
      switch result {
      case .success:
        me.durable = max(me.durable, limit)
        reserved(me.durable)
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
    retryAt = house.loop.now + Self.pause
    house.log.error(
      "feed \(feed.text): run numbers could not be reserved, refreshes may be refused: \(error.message)")
  }
}
