import FoundationEssentials
import Glibc

/// How long a command goes on asking a server that does not answer, or that says it is busy.
struct Patience {
  static let option = OptionEntry(
    "retry", "SECONDS", "how long to go on trying when the server does not answer (300; 0: not at all)")

  private let limit: Duration
  private var since: ContinuousClock.Instant?
  private var wait: Duration = .milliseconds(250)

  init(_ arguments: Arguments, seconds: Int = 300) throws(CommandError) {
    limit = .seconds(try arguments.number("retry", in: 0...1_000_000) ?? seconds)
  }

  init(_ limit: Duration) { self.limit = limit }

  /// The server has answered.
  mutating func calm() {
    since = nil
    wait = .milliseconds(250)
  }

  /// Waits before the next attempt, and says why the first time.
  /// - Parameter told: how long the server said to wait.
  /// - Throws: the failure itself, if it has lasted too long.
  mutating func wait(after failure: CommandError, told: Duration?) throws(CommandError) {
    let begin = since ?? .now
    if since == nil, limit > .zero {
      StandardError.say("\(failure.message); trying again for up to \(limit.components.seconds) s")
    }
    since = begin
    let pause = max(told ?? .zero, wait * Double.random(in: 0.5...1))
    guard begin.duration(to: .now) + pause < limit else { throw failure }
    wait = min(wait * 2, .seconds(10))
    usleep(useconds_t(pause / .microseconds(1)))
  }
}
