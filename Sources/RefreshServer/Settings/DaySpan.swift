/// A part of each day, from one minute of the day up to another; it may pass midnight.
public struct DaySpan: Equatable, Sendable {
  /// Milliseconds of a day without a change of the clock.
  static let day = 86_400_000

  /// The first minute that belongs to it, since midnight: 0…1 439.
  public let from: Int
  /// The first minute after it that does not.
  public let to: Int

  /// A span; `nil` if a minute is none of a day's, or both are the same.
  public init?(from: Int, to: Int) {
    guard (0..<1_440).contains(from), (0..<1_440).contains(to), from != to else { return nil }
    self.from = from
    self.to = to
  }

  /// Reads a span as people write it, `22:30-07:00`; `24:00` is midnight as well.
  public init?(_ text: String) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let from = Self.minute(ends[0]), let to = Self.minute(ends[1]) else { return nil }
    self.init(from: from % 1_440, to: to % 1_440)
  }

  private static func minute(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let hours = Int(parts[0]), let minutes = Int(parts[1]), minutes < 60, hours * 60 + minutes <= 1_440
    else { return nil }
    return hours * 60 + minutes
  }

  /// Whether a time of day, in milliseconds since midnight, belongs to it.
  func contains(_ timeOfDay: Int) -> Bool {
    let minute = timeOfDay / 60_000
    return from < to ? (from..<to).contains(minute) : minute >= from || minute < to
  }

  /// How long it lasts from a time of day that belongs to it, in milliseconds.
  func left(from timeOfDay: Int) -> Int {
    let left = to * 60_000 - timeOfDay
    return left > 0 ? left : left + Self.day
  }
}
