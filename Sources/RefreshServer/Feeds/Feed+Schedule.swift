import RefreshEngine

/// What a feed's schedule has to do with its runs.
extension Feed {
  /// When the next refresh begins by itself, in milliseconds since 1970; `nil` if there is no schedule or no telling.
  var nextRefresh: Int64? {
    engine.queued == nil ? schedule?.next(after: engine.cooldown(at: house.loop.now) ?? 0) : nil
  }

  /// A run has ended: the schedule counts from then, and more slowly if its own have failed.
  func scheduleGoesOn(after end: RunEnd) -> RunNote {
    guard let schedule else { return RunNote() }
    let edge = schedule.edge ?? settings.policy.defaultEdge
    let isOfItsSource = edge.map { settings.source(at: $0) == settings.source(at: end.run.edge) }
    return schedule.runEnded(end, isOfItsSource: isOfItsSource ?? false)
  }
}
