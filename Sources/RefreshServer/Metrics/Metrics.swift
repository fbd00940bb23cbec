import Glibc
import RefreshStore
import RefreshWire

/// What the whole server has done since it began, beside what its sockets and feeds count themselves: plain numbers,
/// added up on the loop's thread.
final class Metrics {
  /// From a run's start to its end.
  var runs = Histogram([0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300])
  /// From the request to append rows until they are durable.
  var commits = Histogram([0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5])
  /// How much later than it should have the loop did something.
  var lag = Histogram([0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5])
  private(set) var failedCommits = 0
  private(set) var resumes = 0
  private(set) var resets: [ResetReason: Int] = [:]
  /// Handshakes that were not let in, by why.
  private(set) var refused: [String: Int] = [:]

  /// When it began, in seconds since 1970.
  let began = Double(House.wall) / 1_000
  /// When the loop is to look around next, in nanoseconds of the monotonic clock.
  private var nextTick: UInt64?

  func began(_ mode: SubscribeMode) {
    switch mode {
    case .resume: resumes += 1
    case .reset(let why): resets[why, default: 0] += 1
    }
  }

  func refused(_ why: String) { refused[why, default: 0] += 1 }

  /// A commit that was asked for at a time has been answered.
  func committed(since begin: UInt64, _ result: Result<Appended, StoreError>) {
    commits.note(Self.seconds(since: begin))
    // A key that is used again for other rows is the client's mistake.
    if case .failure(let error) = result, error.code != .keyReused { failedCommits += 1 }
  }

  /// The loop looks around, as it is to do each period, or begins to.
  /// - Parameter period: milliseconds.
  func tick(period: Int) {
    let now = Self.now
    if let nextTick { lag.note(now > nextTick ? Double(now - nextTick) / 1e9 : 0) }
    nextTick = now + UInt64(period) * 1_000_000
  }

  /// Nanoseconds of the monotonic clock.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  static func seconds(since begin: UInt64) -> Double { Double(now - begin) / 1e9 }
}
