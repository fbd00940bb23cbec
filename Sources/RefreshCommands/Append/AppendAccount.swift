import Glibc
import RefreshWire
import Synchronization

/// How many rows have been appended: for the command's end, and for whoever interrupts it before.
final class AppendAccount: Sendable {
  private struct State {
    var count = 0
    var known = 0
    /// How many have been sent and not been answered.
    var open = 0
    var range: ClosedRange<Int>?
    var isTold = false
  }

  private let feed: FeedName
  private let isQuiet: Bool
  private let state = Mutex(State())

  /// - Parameter isQuiet: nothing is to be said.
  init(_ feed: FeedName, isQuiet: Bool) {
    self.feed = feed
    self.isQuiet = isQuiet
  }

  /// Whether the server has taken nothing yet.
  var isUnused: Bool { state.withLock { $0.count + $0.known == 0 } }

  /// Rows are about to be sent.
  func sends(_ count: Int) { state.withLock { $0.open = count } }

  /// The server has refused what was sent.
  func refused() { state.withLock { $0.open = 0 } }

  /// The server has taken what was sent.
  /// - Parameter wereThere: an earlier call with the same keys had appended them.
  func takes(_ body: AppendedBody, wereThere: Bool) {
    state.withLock { state in
      state.open = 0
      if wereThere {
        state.known += body.count
      } else {
        state.count += body.count
        state.range = (state.range?.lowerBound ?? body.first)...(body.first + body.count - 1)
      }
    }
  }

  /// Says what was done.
  func tell() {
    state.withLock { state in
      state.isTold = true
      if !isQuiet { StandardError.say(words(state)) }
    }
  }

  /// Has Ctrl-C end the process, which may wait for input that never ends, with what was done until then.
  /// - Parameter advice: what to do about rows of which it is not known whether they were appended.
  func tellsWhenInterrupted(_ advice: String) -> Interrupts {
    Interrupts { [self] number in
      state.withLock { state in
        if !isQuiet, !state.isTold {
          // The terminal has written ^C.
          if StandardError.isTerminal { StandardError.write("\n") }
          StandardError.say(words(state) + Self.doubt(state.open, advice))
        }
        // Within the lock, so that nothing else is said or counted behind it.
        _exit(128 + number)
      }
    }
  }

  private static func doubt(_ open: Int, _ advice: String) -> String {
    guard open > 0 else { return "" }
    let rows = open == 1 ? "the row that was sent last was" : "the \(open) rows that were sent last were"
    return "; whether \(rows) appended, too, is not known: \(advice)"
  }

  private func words(_ state: State) -> String {
    let (count, known) = (state.count, state.known)
    guard let range = state.range else {
      let words = "no row appended to \(feed.text)"
      return known == 0
        ? words : words + ": \(known == 1 ? "the 1 row was" : "all \(known) rows were") there already"
    }
    let numbers =
      count == 1 ? "number \(range.lowerBound)" : "numbers \(range.lowerBound) to \(range.upperBound)"
    let words = "\(Counted.words(count, "row")) appended to \(feed.text): \(numbers)"
    return known == 0 ? words : words + "; \(Counted.words(known, "row was", "rows were")) there already"
  }
}
