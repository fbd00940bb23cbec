import RefreshStore
import RefreshWire

/// The feeds of a server: opened at its start, and opened, changed and let go when its settings change.
final class FeedTable {
  private(set) var byName: [FeedName: Feed] = [:]
  /// In the configuration's order.
  private(set) var list: [Feed] = []
  private let house: House
  /// What there should be.
  private var wanted: [FeedSettings]
  /// Feeds that are there no more for anybody, while a source or a commit of theirs has not ended, or the store has not
  /// taken their runs.
  private var leaving: [FeedName: Feed] = [:]
  /// Feeds that the store is opening.
  private var opening: Set<FeedName> = []
  private var isClosed = false

  /// Opens all feeds, waiting for it.
  init(_ feeds: [FeedSettings], in house: House) throws(StoreError) {
    self.house = house
    wanted = feeds
    var records: [FeedRecord] = []
    for feed in feeds {
      records.append(try house.store.openFeed(feed.name.text, seed: feed.seed, now: house.wall))
    }
    let limits = records.map { (feed: $0.name, upTo: $0.nextRun + RunNumbers.ahead) }
    do {
      try house.store.reserveRuns(limits)
      for index in records.indices { records[index].reservedRuns = limits[index].upTo }
    } catch {
      // What is there can be read; refreshes are refused until the file can be written again.
      house.log.error("\(error.message)")
    }
    for (settings, record) in zip(feeds, records) {
      byName[settings.name] = Feed(settings, record, house: house)
    }
    sort()
  }

  /// All that have to end before the server may.
  var all: [Feed] { list + leaving.values }

  /// Becomes what other settings say. A feed that is new is there once the store has opened it; the rows of one that is
  /// no more stay in the database.
  /// - Parameter removed: is told of each feed that is there no more.
  /// - Returns: what changes, in words; `nil`: nothing.
  func apply(_ feeds: [FeedSettings], removed: (Feed) -> Void) -> String? {
    wanted = feeds
    var words: [String] = []
    let names = Set(feeds.map(\.name))
    for feed in list where !names.contains(feed.name) {
      words.append("\(feed.name.text) is removed, its rows stay in the database")
      byName[feed.name] = nil
      leaving[feed.name] = feed
      removed(feed)
      feed.drain { [self] in left(feed) }
    }
    for new in feeds {
      if let feed = byName[new.name] {
        if feed.settings != new { words.append("\(new.name.text) is changed") }
        // How much is kept may be said for all feeds together.
        feed.apply(new)
      } else {
        words.append("\(new.name.text) is added")
        if leaving[new.name] == nil { open(new) } else { tellOfWait(for: new.name) }
      }
    }
    sort()
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }

  /// Leaves the store with all that there is to say; nothing comes in any more.
  func close() {
    isClosed = true
    for feed in all { close(feed) }
  }

  /// Hands in what the store has not taken of a feed's runs, and gives back the numbers that were reserved and not used.
  private func close(_ feed: Feed) {
    feed.runs.records.unstored.handInAll()
    feed.numbers.release(from: feed.nextRun)
  }

  private func sort() {
    list = wanted.compactMap { byName[$0.name] }
  }

  /// The last source and commit of a removed feed have ended. It stays while another program keeps the store from taking
  /// its runs; it could not be opened again meanwhile, either.
  private func left(_ feed: Feed) {
    feed.runs.records.unstored.whenStored { [weak self, name = feed.name] in self?.stored(name) }
  }

  /// A feed is taken back before it has gone.
  private func tellOfWait(for name: FeedName) {
    house.log.warning(
      "feed \(name.text): it is there again once what was under way has ended and the database has taken its runs; if the database takes nothing any more, put that right and start refreshd again",
      LogSubject(feed: name.text))
  }

  /// The store has all of a removed feed. Who says so may be part of the feed, which therefore stays until the turn's end.
  private func stored(_ name: FeedName) {
    house.loop.atTurnEnd { [self] in
      guard let feed = leaving.removeValue(forKey: name) else { return }
      close(feed)
      // It may have been taken back meanwhile.
      if let again = wanted.first(where: { $0.name == name }) { open(again) }
    }
  }

  private func open(_ settings: FeedSettings) {
    let name = settings.name
    guard !isClosed, opening.insert(name).inserted else { return }
    nonisolated(unsafe) let me = self
    house.store.openFeed(name.text, seed: settings.seed, now: house.wall, ahead: RunNumbers.ahead) { result in
      me.opening.remove(name)
      me.opened(name, result)
    }
  }

  private func opened(_ name: FeedName, _ result: Result<FeedRecord, StoreError>) {
    switch result {
    case .success(let record):
      guard !isClosed, let settings = wanted.first(where: { $0.name == name }) else {
        return house.store.releaseRuns(feed: name.text, from: record.nextRun) { _ in }
      }
      byName[name] = Feed(settings, record, house: house)
      sort()
      house.log.info("feed \(name.text): its last row is number \(record.head)")
    case .failure(let error):
      house.log.error("feed \(name.text) could not be opened: \(error.message); SIGHUP tries again")
    }
  }
}
