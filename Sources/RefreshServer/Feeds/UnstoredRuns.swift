import RefreshLoop
import RefreshStore
import RefreshWire

/// Starts and ends of a feed's runs that the store has not taken yet; they are handed in again until it has.
///
/// Another program may hold the database for longer than a write waits. Runs that everybody was told of must be among
/// the feed's runs nevertheless, at once, and after a restart if the file is free before the server ends.
final class UnstoredRuns {
  /// How many are kept at most; of more, the oldest are given up. Numbers are reserved behind what was handed in before,
  /// so these are the runs that may begin by then, one that is under way and one that is queued.
  static let limit = RunNumbers.ahead + 2
  /// How long after a failure they are handed in again, in milliseconds.
  private static let pause = 1_000

  private let feed: FeedName
  private let house: House
  /// As the runs stand now, the oldest first; at most one of each.
  private(set) var records: [RunRecord] = []
  /// Runs after a failure; what has failed since the timer was started is handed in with the rest.
  private let retry: LoopTimer
  private var isPausing = false
  /// Waits until nothing is left.
  private var waiter: (() -> Void)?
  /// What keeps the store from taking starts, and ends.
  private var startTrouble = Trouble()
  private var endTrouble = Trouble()

  init(feed: FeedName, house: House) {
    self.feed = feed
    self.house = house
    retry = LoopTimer(on: house.loop)
    retry.job = { [unowned self] in
      isPausing = false
      handInAll()
    }
  }

  /// Stores how a run stands, now or later.
  func add(_ record: RunRecord) {
    forget(record.id)
    records.append(record)
    if records.count > Self.limit { giveUp(records.removeFirst()) }
    handIn(record)
  }

  private func giveUp(_ record: RunRecord) {
    house.log.warning(
      "feed \(feed.text): the record of run \(record.id) is lost: the database takes nothing, and only those of the latest \(Self.limit) runs are kept until it does",
      LogSubject(feed: feed.text, run: record.id))
  }

  /// Rows are about to be stored together with their run's end: nothing may be written over it later.
  func forget(_ run: Int) { records.removeAll { $0.id == run } }

  /// Hands in again what is left, as before numbers are reserved or the store is closed.
  func handInAll() {
    for record in records { handIn(record) }
  }

  /// Tells when the store has taken all: at once, or later.
  func whenStored(_ tell: @escaping () -> Void) {
    if records.isEmpty { tell() } else { waiter = tell }
  }

  private func handIn(_ record: RunRecord) {
    nonisolated(unsafe) let me = self
    let done: @Sendable (Result<Void, StoreError>) -> Void = { me.answered(record, $0) }
    if record.ended == nil {
      house.store.startRun(feed: feed.text, record, done)
    } else {
      house.store.endRun(feed: feed.text, record, done)
    }
  }

  private func answered(_ record: RunRecord, _ result: Result<Void, StoreError>) {
    switch result {
    case .success:
      // A start does not say that the end is stored, which may have come meanwhile.
      records.removeAll { $0 == record }
      if record.ended == nil { startTrouble.isOver() } else { endTrouble.isOver() }
    case .failure(let error):
      tell(error, record)
      tryLater()
    }
    if records.isEmpty, let tell = waiter {
      waiter = nil
      tell()
    }
  }

  /// A timer that is running is left alone: each further run that fails would put it off.
  private func tryLater() {
    guard !isPausing, !records.isEmpty else { return }
    isPausing = true
    retry.start(after: Self.pause)
  }

  private func tell(_ error: StoreError, _ record: RunRecord) {
    let isStart = record.ended == nil
    guard isStart ? startTrouble.shows(error.message) : endTrouble.shows(error.message) else { return }
    house.log.error(
      "feed \(feed.text): run \(record.id)'s \(isStart ? "start" : "end") could not be stored, as further ones may not be until this is over, which is tried each second: \(error.message)",
      LogSubject(feed: feed.text, run: record.id))
  }
}
