import RefreshLoop
import RefreshStore

/// What is done for a feed though nobody asks: rows that have become too old go, and the texts of rows that came before
/// there was a rule for them are remembered.
final class FeedUpkeep {
  /// How long until it looks again at the latest: ages go by the wall clock, which may be set.
  private static let longestWait = 3_600_000
  /// How long after a failure it tries again.
  private static let pause = 10_000

  private let settings: FeedSettings
  private let keep: Retention
  private let house: House
  private let timer: LoopTimer
  /// Whether it is known when to look, or being found out.
  private var isSet = false
  private var trouble = Trouble()
  /// Told the first row that is left, when some have gone.
  var pruned: (_ floor: Int) -> Void = { _ in }

  init(_ settings: FeedSettings, house: House) {
    self.settings = settings
    self.house = house
    keep = settings.kept(by: house.tunables)
    timer = LoopTimer(on: house.loop)
    timer.job = { [unowned self] in look() }
  }

  /// Begins with what a stop, or other settings, have left to do.
  func begin() {
    if case .by = settings.dedupe { learn() }
    // Also a smaller bound, which an append would reach in steps.
    if !keep.keepsAll { look() }
  }

  /// Rows came: the first of them will be too old one day.
  func rowsCame() {
    guard let age = keep.age, !isSet else { return }
    look(after: age)
  }

  private func look(after delay: Int) {
    isSet = true
    timer.start(after: min(max(delay, 10), Self.longestWait))
  }

  private func look() {
    isSet = true
    nonisolated(unsafe) let me = self
    house.store.prune(feed: settings.name.text, keep: keep, at: house.wall) { me.looked($0) }
  }

  private func looked(_ result: Result<Pruned, StoreError>) {
    isSet = false
    switch result {
    case .success(let answer):
      trouble.isOver()
      pruned(answer.floor)
      if answer.more { return look() }
      guard let age = keep.age, let oldest = answer.oldest else { return }
      look(after: Int(clamping: oldest.addingReportingOverflow(Int64(age)).partialValue - house.wall))
    case .failure(let error) where error.code == .closed: break
    case .failure(let error):
      if trouble.shows(error.message) {
        house.log.error(
          "feed \(settings.name.text): old rows could not be removed, it is tried again every \(Self.pause / 1_000) s: \(error.message)",
          LogSubject(feed: settings.name.text))
      }
      look(after: Self.pause)
    }
  }

  private func learn() {
    nonisolated(unsafe) let me = self
    house.store.learnTexts(feed: settings.name.text) { result in
      // After a failure the next append does the rest.
      if case .success(true) = result { me.learn() }
    }
  }
}
