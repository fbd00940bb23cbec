/// When everybody is shown who watches and who pulls: at once after a quiet time, else as often as allowed, and
/// always the latest value.
struct PresenceClock: Equatable, Sendable {
  /// When a change that has not been shown is to be shown.
  private(set) var due: Milliseconds?
  private var shown = Presence()
  /// When the value was last compared with what is shown. Finding nothing new counts too, or every sample that
  /// changes nothing to be seen, below the furthest few, would have to look at all pulls.
  private var looked: Milliseconds?

  /// Something has changed that may be shown this long after the last look.
  mutating func note(after interval: Milliseconds, at now: Milliseconds) {
    let next = looked.map { max(now, $0.later(by: interval)) } ?? now
    due = min(due ?? next, next)
  }

  /// The value is about to be shown; false if everybody knows it.
  mutating func show(_ presence: Presence, at now: Milliseconds) -> Bool {
    due = nil
    looked = now
    guard presence != shown else { return false }
    shown = presence
    return true
  }
}
