import RefreshEngine
import RefreshStore
import RefreshWire

/// The records of a feed's runs: which is under way, how the last one ended, and what the store keeps of all.
final class RunRecords {
  private let feed: FeedName
  private let house: House
  /// The run under way or settling, with the wall time of its start.
  private(set) var started: (run: Run, at: Int64)?
  private(set) var last: LastRun?
  private(set) var refreshedAt: Int64?
  /// The wall time that the commit under way gives as its run's end.
  private var commitTime: Int64?
  /// What the store has not taken yet.
  let unstored: UnstoredRuns

  init(_ record: FeedRecord, feed: FeedName, house: House) {
    self.feed = feed
    self.house = house
    unstored = UnstoredRuns(feed: feed, house: house)
    last = record.last.flatMap { LastRun($0) }
    refreshedAt = record.refreshedAt
  }

  /// A run has begun.
  func note(_ run: Run) { started = (run, house.wall) }

  /// Stores that a run has begun: after a crash it is told as one that failed.
  func storeStart(of run: Run) {
    unstored.add(RunRecord(run, started: startedAt(run.id)))
  }

  /// When a run began, in wall time.
  func startedAt(_ run: RunID) -> Int64 {
    started?.run.id == run ? started!.at : house.wall
  }

  /// What a commit stores with the rows: that the run under way has ended well.
  /// - Parameter now: the wall time that becomes the run's end.
  /// - Returns: `nil` if another run, or none, is under way.
  func goodEnd(of run: RunID, truncated: Bool, at now: Int64) -> RunRecord? {
    guard let started, started.run.id == run else { return nil }
    unstored.forget(run)
    commitTime = now
    var end = RunRecord(started.run, started: started.at)
    end.ended = now
    end.outcome = RunOutcome.ok.rawValue
    end.truncated = truncated
    return end
  }

  /// The run under way has ended; a good end has been stored with its rows.
  /// - Returns: the run with its end; `nil` if another run, or none, is under way.
  func ended(_ end: RunEnd) -> LastRun? {
    guard let started, started.run.id == end.run.id else { return nil }
    let now = end.outcome == .ok ? commitTime ?? house.wall : house.wall
    let lastRun = LastRun(end: end, started: started.at, ended: now)
    last = lastRun
    if end.outcome == .ok {
      refreshedAt = now
    } else {
      unstored.add(RunRecord(lastRun))
    }
    return lastRun
  }

  /// Ended runs, newest first.
  func list(limit: Int, _ done: @escaping (Result<[LastRun], StoreError>) -> Void) {
    nonisolated(unsafe) let me = self
    nonisolated(unsafe) let done = done
    // The run under way is among those that the store has, and so may be others whose end it has not taken yet.
    house.store.runs(feed: feed.text, limit: limit + 1 + unstored.records.count) { result in
      done(result.map { Array(me.completed($0.compactMap { LastRun($0) }).prefix(limit)) })
    }
  }

  /// Stored runs, and those that are not.
  private func completed(_ stored: [LastRun]) -> [LastRun] {
    let known = Set(stored.map(\.end.run.id))
    let missing = unstored.records.compactMap { LastRun($0) }.filter { !known.contains($0.end.run.id) }
    return missing.isEmpty ? stored : (stored + missing).sorted { $0.end.run.id > $1.end.run.id }
  }
}
