import RefreshEngine
import RefreshSockets
import RefreshStore
import RefreshWire

/// What everyone sees of a feed.
extension Feed {
  var state: FeedState {
    var state = FeedState(
      phase: .idle, floor: rows.floor, retryAfter: engine.cooldown(at: house.loop.now),
      last: runs.records.last, refreshedAt: runs.records.refreshedAt)
    switch engine.phase {
    case .idle: break
    case .refreshing(let run, let began, let progress):
      state.phase = .refreshing
      state.run = info(run, elapsed: house.loop.now - began, progress: progress)
    case .settling(let end, let settle, let began, let ended):
      state.phase = .settling
      state.run = info(end.run, elapsed: ended - began, progress: nil)
      state.settle = settle
    }
    return state
  }

  private func info(_ run: Run, elapsed: Milliseconds, progress: Double?) -> RunInfo {
    RunInfo(run: run, started: runs.records.startedAt(run.id), elapsed: elapsed, progress: progress)
  }

  /// What people read above the list: what a source calls the feed, or what the operator does.
  var title: String { runs.marks.title ?? settings.title }

  /// What the feed is like.
  var description: FeedMessage {
    FeedMessage(
      feed: name, title: title, order: settings.order, runOrder: settings.runOrder, policy: settings.policy)
  }

  func subscribed(_ mode: SubscribeMode, at sequence: Int, _ mark: RowMark) -> SubscribedMessage {
    SubscribedMessage(
      feed: name, mode: mode, pos: rows.position(sequence, mark).text, head: rows.head, floor: rows.floor,
      title: title, order: settings.order, runOrder: settings.runOrder, policy: settings.policy, state: state)
  }
}
