/// How much may come in a time: so much all the while, and so much at once after a rest.
///
/// Who is bounded has an account, a number that begins as ``fresh``: until when what was taken is paid for by waiting. So
/// taking is one multiplication and two comparisons, and an account that nobody uses needs no care.
public struct RateLimit: Equatable, Sendable {
  /// The account of who has taken nothing yet. Not 0, which is when the machine started: that may be a moment ago.
  public static let fresh = Int.min

  /// Nanoseconds that one unit must be waited for.
  private let cost: Int
  /// How far an account may be behind, in nanoseconds.
  private let reserve: Int

  /// - Parameters:
  ///   - count: how many units in each period; 0 sets no bound.
  ///   - burst: how many at once.
  ///   - period: milliseconds.
  public init(_ count: Int, burst: Int, per period: Int = 1_000) {
    cost = count > 0 ? max(1, period * 1_000_000 / count) : 0
    reserve = cost * max(1, burst)
  }

  /// No bound.
  public static let none = RateLimit(0, burst: 0)

  /// Takes units, or nothing if there are not so many.
  ///
  /// - Parameters:
  ///   - now: milliseconds of a clock that never goes back.
  ///   - spare: for so many milliseconds longer than else units have gathered.
  /// - Returns: whether they were taken.
  public func take(_ units: Int = 1, from account: inout Int, at now: Int, spare: Int = 0) -> Bool {
    let now = now * 1_000_000
    let paid = max(account, now - reserve - spare * 1_000_000) + units * cost
    guard paid <= now else { return false }
    account = paid
    return true
  }

  /// How long it takes until a unit may be taken, in milliseconds, at least 1.
  public func wait(_ account: Int, at now: Int) -> Int {
    max(1, (account + cost - now * 1_000_000 + 999_999) / 1_000_000)
  }

  /// Whether as much may be taken as after any rest.
  func isRested(_ account: Int, at now: Int) -> Bool { account <= now * 1_000_000 - reserve }

  /// How long it takes at most until as much may be taken as after any rest, in milliseconds.
  public var rest: Int { reserve / 1_000_000 }
}
