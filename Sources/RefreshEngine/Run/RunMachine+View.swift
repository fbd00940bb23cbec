extension RunMachine {
  /// When `wake` has something to do.
  var due: Milliseconds? {
    switch state {
    case .idle, .committing: nil
    case .waiting(_, let until), .holding(_, _, let until): until
    case .settling(let settling): settling.until
    case .running(let current, let deadline):
      if case .waiting(_, let until) = current.progress { min(until, deadline) } else { deadline }
    }
  }

  /// The run that is queued, if one is.
  var queued: RunID? {
    switch state {
    case .waiting(let queued, _): queued.run.id
    case .settling(let settling):
      if case .run(let queued) = settling.next { queued.run.id } else { nil }
    default: nil
    }
  }

  /// When the cooldown after the last run is over; `nil` while a run refreshes.
  var free: Milliseconds? {
    switch state {
    case .idle(let free), .waiting(_, let free): free
    case .settling(let settling): settling.free
    case .running, .holding, .committing: nil
    }
  }

  /// The phase that everybody sees.
  var phase: FeedPhase {
    switch state {
    case .idle, .waiting: .idle
    case .running(let current, _), .holding(let current, _, _), .committing(let current, _, _):
      .refreshing(current.run, began: current.began, progress: current.progress.value)
    case .settling(let settling):
      .settling(settling.end, settling.settle, began: settling.began, ended: settling.ended)
    }
  }

  /// The phase that gestures see.
  var moment: FeedMoment {
    switch state {
    case .idle, .waiting: .idle
    case .running(let current, _), .holding(let current, _, _), .committing(let current, _, _):
      .refreshing(current.run.id, current.run.edge, current.policy)
    case .settling(let settling): .settling(settling.end.run.id, settling.end.run.edge)
    }
  }
}
