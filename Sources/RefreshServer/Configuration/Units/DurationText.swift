/// A length of time as people write it: whole milliseconds, or `30s`, `5m`, `1h30m`, `2d`.
enum DurationText {
  static let form = "milliseconds, or a text such as 30s, 5m, 1h30m or 2d"

  private static let units: [(name: String, milliseconds: Int)] = [
    ("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
  ]

  /// The milliseconds of a text; `nil` if it is none, or longer than a number holds. Each unit stands once, the larger
  /// before the smaller.
  static func milliseconds(_ text: String) -> Int? {
    if let number = Int(text), number >= 0 { return number }
    var rest = text[...]
    var left = units[...]
    var sum = 0
    repeat {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest[digits.endIndex...]
      let name = rest.prefix { $0.isLetter }
      rest = rest[name.endIndex...]
      guard let count = Int(digits), let index = left.firstIndex(where: { $0.name == name }) else {
        return nil
      }
      let (part, isTooLong) = count.multipliedReportingOverflow(by: left[index].milliseconds)
      let (total, isTooMuch) = sum.addingReportingOverflow(part)
      guard !isTooLong, !isTooMuch else { return nil }
      sum = total
      left = left[(index + 1)...]
    } while !rest.isEmpty
    return sum
  }
}
