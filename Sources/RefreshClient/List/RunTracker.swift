import RefreshEngine
import RefreshWire

/// Tells each run's start and end once, from states of which some may have been skipped.
struct RunTracker: Equatable {
  /// What a state showed that was not known.
  enum News: Equatable {
    case started(Run)
    case ended(LastRun)
  }

  /// The newest run whose start is known; nil before the first state.
  private var started: RunID?
  /// The newest run whose end is known.
  private var ended: RunID = .min

  /// Takes a state. What the first one tells of the past is no news; a run under way is.
  mutating func take(_ state: FeedState) -> [News] {
    var news: [News] = []
    if started == nil {
      started = state.last?.end.run.id ?? .min
      ended = state.last?.end.run.id ?? .min
    }
    if let last = state.last, last.end.run.id > ended {
      start(last.end.run, &news)
      ended = last.end.run.id
      news.append(.ended(last))
    }
    if let run = state.run?.run { start(run, &news) }
    return news
  }

  /// Forgets what is known: the feed is another one now, its runs may be numbered anew.
  mutating func forget() { self = RunTracker() }

  private mutating func start(_ run: Run, _ news: inout [News]) {
    guard run.id > started ?? .min else { return }
    started = run.id
    news.append(.started(run))
  }
}
