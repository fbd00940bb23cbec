import RefreshLoop
import RefreshStore
import RefreshWire

/// Starts and ends of a feed's runs that the store has not taken yet; they are handed in again until it has.
///
/// Another program may hold the database for longer than a write waits. Runs that everybody was told of must be among
/// the feed's runs nevertheless, at once, and after a restart if the file is free before the server ends.
final class UnstoredRuns {
  /// How many are kept at most; of more, the oldest are given up. No more runs begin without the store than there are
  /// numbers reserved, and one may have begun before them.
  static let limit = RunNumbers.ahead + 1
  /// How long after a failure they are handed in again, in milliseconds.
  private static let pause = 1_000

  private let feed: FeedName
  private let house: House
  /// As the runs stand now, the oldest first; at most one of each.
  private(set) var records: [RunRecord] = []
  /// How many the store has not answered yet.
  private var asked = 0
  /// Runs after a failure.
  private let retry: LoopTimer
  /// Waits until nothing is left.
  private var waiter: (() -> Void)?
  /// What keeps the store from taking starts, and ends.
  private var startTrouble = Trouble()
  private var endTrouble = Trouble()

  init(feed: FeedName, house: House) {
    self.feed = feed
    self.house = house
    retry = LoopTimer(on: house.loop)
    retry.job = { [unowned self] in handInAll() }
  }

  /// Stores how a run stands, now or later.
  func add(_ record: RunRecord) {
    forget(record.id)
    records.append(record)
    if records.count > Self.limit { records.removeFirst() }
    handIn(record)
  }

  /// Rows are about to be stored together with their run's end: nothing may be written over it later.
  func forget(_ run: Int) { records.removeAll { $0.id == run } }

  /// Hands in again what is left, as before the store is closed.
  func handInAll() {
    for record in records { handIn(record) }
  }

  /// Tells when the store has taken all: at once, or later.
  func whenStored(_ tell: @escaping () -> Void) {
    if records.isEmpty { tell() } else { waiter = tell }
  }

  private func handIn(_ record: RunRecord) {
    asked += 1
    nonisolated(unsafe) let me = self
    let done: @Sendable (Result<Void, StoreError>) -> Void = { me.answered(record, $0) }
    if record.ended == nil {
      house.store.startRun(feed: feed.text, record, done)
    } else {
      house.store.endRun(feed: feed.text, record, done)
    }
  }

  private func answered(_ record: RunRecord, _ result: Result<Void, StoreError>) {
    asked -= 1
    switch result {
    case .success:
      // A start does not say that the end is stored, which may have come meanwhile.
      records.removeAll { $0 == record }
      if record.ended == nil { startTrouble.isOver() } else { endTrouble.isOver() }
    case .failure(let error): tell(error, record)
    }
    if asked == 0, !records.isEmpty { retry.start(after: Self.pause) }
    if records.isEmpty, let tell = waiter {
      waiter = nil
      tell()
    }
  }

  private func tell(_ error: StoreError, _ record: RunRecord) {
    let isStart = record.ended == nil
    guard isStart ? startTrouble.shows(error.message) : endTrouble.shows(error.message) else { return }
    house.log.error(
      "feed \(feed.text): run \(record.id)'s \(isStart ? "start" : "end") could not be stored, as further ones may not be until this is over, which is tried each second: \(error.message)",
      LogSubject(feed: feed.text, run: record.id))
  }
}
