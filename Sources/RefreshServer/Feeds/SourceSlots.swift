/// How many sources work at the same time, over all feeds. A run whose source finds no slot is under way and waits for
/// its turn; its deadline counts as ever.
final class SourceSlots {
  /// How many there are. A smaller number ends nothing that is under way.
  var limit: Int { didSet { callUp() } }
  private(set) var taken = 0
  /// Whose turn comes next; each feed stands there at most once.
  private var line: [FeedRuns] = []

  /// How many runs wait for a slot.
  var waiting: Int { line.count }

  init(_ limit: Int) { self.limit = limit }

  /// - Returns: whether there was a slot; if not, ``FeedRuns/turn()`` is called once there is.
  func take(_ runs: FeedRuns) -> Bool {
    guard taken < limit else {
      if !line.contains(where: { $0 === runs }) { line.append(runs) }
      return false
    }
    taken += 1
    return true
  }

  /// A source has ended.
  func release() {
    taken -= 1
    callUp()
  }

  private func callUp() {
    while taken < limit, !line.isEmpty { line.removeFirst().turn() }
  }
}
