import RefreshSockets
import RefreshStore
import RefreshWire

/// What readers of a feed are told, ready to be sent.
extension Feed {
  var stateFrame: Frame { Frame(StateMessage(feed: name, state: state), event: EventLabel("state")) }

  var feedFrame: Frame { Frame(description, event: EventLabel("feed")) }

  /// The state as it is now, for a reader that has been given the rows up to `cursor`; `nil` if it tells of the end of
  /// a run whose rows come later.
  func stateFrame(at cursor: Int) -> Frame? { cursor >= stateGate ? stateFrame : nil }

  /// What an event stream begins with.
  func eventOpening(_ place: Place) -> [Frame] {
    guard case .reset(let why) = place.mode else { return [feedFrame] }
    let reset = reset(why, at: place.sequence, place.mark)
    return [Frame(reset, event: EventLabel("reset", id: reset.pos)), feedFrame]
  }

  /// For a live reader that fell behind the floor: it begins anew at the oldest row in memory.
  func restartFrame() -> (frame: Frame, cursor: Int)? {
    let cursor = max(rows.floor - 1, rows.tailStart)
    guard let mark = rows.markInMemory(at: cursor) else { return nil }
    let reset = reset(.pruned, at: cursor, mark)
    let event = EventLabel("reset", id: reset.pos, data: reset.encoded())
    return (Frame(subscribed(.reset(.pruned), at: cursor, mark), event: event), cursor)
  }

  private func reset(_ why: ResetReason, at sequence: Int, _ mark: RowMark) -> ResetEvent {
    ResetEvent(
      feed: name, why: why, pos: rows.position(sequence, mark).text, head: rows.head, floor: rows.floor)
  }
}
