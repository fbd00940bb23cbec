/// A moment as a feed's item tells it.
enum FeedDate {
  /// Milliseconds since 1970 by a date of RFC 3339 or RFC 822, or of what is written in their place; `nil` if it is no
  /// date, or a day that no calendar has.
  ///
  /// A date without a time is its midnight, a time without a zone UTC.
  static func milliseconds(_ text: String) -> Int64? {
    var words = FeedDateWords(text.prefix(100))
    return words.isNumeric ? numeric(&words) : named(&words)
  }

  /// 2026-11-30T12:00:00.5+01:00
  private static func numeric(_ words: inout FeedDateWords) -> Int64? {
    guard let year = words.number(digits: 4...4), words.skip("-"), let month = words.number(digits: 1...2)
    else {
      return nil
    }
    var day = 1
    if words.skip("-") {
      guard let number = words.number(digits: 1...2) else { return nil }
      day = number
    }
    if !words.skip("T") { words.skipSpace() }
    return moment(year, month, day, &words)
  }

  /// Mon, 30 Nov 2026 12:00:00 +0100, or as C writes it: Mon Nov 30 12:00:00 2026
  private static func named(_ words: inout FeedDateWords) -> Int64? {
    var first = words.letters()
    if let name = first, month(name) == nil {
      _ = words.skip(".")
      _ = words.skip(",")
      words.skipSpace()
      first = words.letters()
    }
    if let name = first {
      guard let month = month(name) else { return nil }
      words.skipSpace()
      guard let day = words.number(digits: 1...2) else { return nil }
      _ = words.skip(",")
      words.skipSpace()
      var later = words
      guard let clock = later.clock(), let year = later.yearAtEnd() else {
        guard let year = words.year() else { return nil }
        words.skipSpace()
        return moment(year, month, day, &words)
      }
      return civil(year, month, day).map { $0 + clock - later.zone }
    }
    guard let day = words.number(digits: 1...2) else { return nil }
    words.skipSeparator()
    guard let name = words.letters(), let month = month(name) else { return nil }
    _ = words.skip(".")
    words.skipSeparator()
    guard let year = words.year() else { return nil }
    _ = words.skip(",")
    words.skipSpace()
    return moment(year, month, day, &words)
  }

  /// A day, and the time and zone that may follow.
  private static func moment(_ year: Int, _ month: Int, _ day: Int, _ words: inout FeedDateWords) -> Int64? {
    guard let midnight = civil(year, month, day) else { return nil }
    if words.isAtEnd { return midnight }
    guard let clock = words.clock(), let zone = words.zoneAtEnd() else { return nil }
    return midnight + clock - zone
  }

  private static func month(_ name: String) -> Int? {
    let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    return names.firstIndex(of: String(name.prefix(3))).map { $0 + 1 }
  }

  /// The milliseconds of a day's midnight in the Gregorian calendar.
  private static func civil(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...lengths[month - 1]).contains(day) else { return nil }
    let before = year - 1
    let days =
      before * 365 + before / 4 - before / 100 + before / 400 + lengths[..<(month - 1)].reduce(0, +) + day - 1
    // So many days lie before 1970.
    return Int64(days - 719_162) * 86_400_000
  }
}
