/// When everybody is shown who watches and who pulls: always the latest value, and no more often than allowed.
struct PresenceClock: Equatable, Sendable {
  /// When a change that has not been shown is to be shown.
  var due: Milliseconds? {
    guard let pullsDue, let watchingDue else { return pullsDue ?? watchingDue }
    return min(pullsDue, watchingDue)
  }

  private var pullsDue: Milliseconds?
  private var watchingDue: Milliseconds?
  /// When the first change of those watching that has not been shown was.
  private var watchingSince: Milliseconds?
  /// What everybody has been shown last.
  private var shown = Presence()
  /// Somebody has been told another value since: the next showing reaches everybody, though it be the same as the last.
  private var isUneven = false
  /// When the value was last compared with what is shown. Finding nothing new counts too, or every sample that
  /// changes nothing to be seen, below the furthest few, would have to look at all pulls.
  private var looked: Milliseconds?

  /// The pulls have changed: shown at once after a quiet time, else so long after the last look.
  mutating func notePulls(after interval: Milliseconds, at now: Milliseconds) {
    let next = looked.map { max(now, $0.later(by: interval)) } ?? now
    pullsDue = min(pullsDue ?? next, next)
  }

  /// Those watching have changed: shown when nobody has come or gone for a while, so that a crowd that arrives is
  /// told once how many it is, and at the latest an interval after the change and the last look.
  mutating func noteWatching(after interval: Milliseconds, quiet: Milliseconds, at now: Milliseconds) {
    let since = watchingSince ?? now
    watchingSince = since
    let earliest = looked?.later(by: interval) ?? now
    watchingDue = max(earliest, min(now.later(by: quiet), since.later(by: interval)))
  }

  /// One that joins is told the value as it is now, which the others may not know yet and which may pass unshown.
  mutating func tellOne() {
    if due != nil { isUneven = true }
  }

  /// The value is about to be shown; false if everybody knows it.
  mutating func show(_ presence: Presence, at now: Milliseconds) -> Bool {
    (pullsDue, watchingDue, watchingSince) = (nil, nil, nil)
    looked = now
    guard isUneven || presence != shown else { return false }
    isUneven = false
    shown = presence
    return true
  }

  /// What is sent to everybody is this, which may be further than the value that was to be shown.
  mutating func sent(_ presence: Presence) {
    isUneven = false
    shown = presence
  }
}
