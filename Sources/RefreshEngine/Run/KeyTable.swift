/// The answers to begins that carried an idempotency key, for a while.
struct KeyTable: Equatable, Sendable {
  private struct Remembered: Equatable, Sendable {
    var key: String
    var until: Milliseconds
  }

  private var answers: [String: RefreshAnswer] = [:]
  /// In the order they came, which is the order they are forgotten in; those before `first` are gone.
  private var queue: [Remembered] = []
  private var first = 0
  private let lifetime: Milliseconds
  private let limit: Int

  init(lifetime: Milliseconds, limit: Int) {
    self.lifetime = lifetime
    self.limit = limit
  }

  /// How many keys are remembered.
  var count: Int { queue.count - first }

  /// The answer that a begin with this key had, unless it is too old.
  mutating func answer(to key: String, at now: Milliseconds) -> RefreshAnswer? {
    while first < queue.count, queue[first].until <= now { forgetFirst() }
    return answers[key]
  }

  /// Remembers the answer to a key that is not remembered; a refusal is not kept.
  mutating func remember(_ key: String, _ answer: RefreshAnswer, at now: Milliseconds) {
    if case .refused = answer { return }
    answers[key] = answer
    queue.append(Remembered(key: key, until: now.later(by: lifetime)))
    while count > limit { forgetFirst() }
  }

  private mutating func forgetFirst() {
    answers[queue[first].key] = nil
    first += 1
    // Moving the rest down pays for itself once as many have gone.
    if first * 2 >= queue.count {
      queue.removeFirst(first)
      first = 0
    }
  }
}
