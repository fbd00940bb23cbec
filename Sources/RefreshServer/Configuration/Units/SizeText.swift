/// A number of bytes as people write it: whole bytes, or `64KiB`, `4MiB`, `1GiB`, `10MB`.
enum SizeText {
  static let form = "bytes, or a text such as 64KiB, 4MiB or 10MB"

  private static let units: [String: Int] = [
    "b": 1, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
    "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000, "tb": 1_000_000_000_000,
  ]

  /// The bytes of a text; `nil` if it is none, or more than a number holds.
  static func bytes(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits) else { return nil }
    let name = text[digits.endIndex...].drop { $0 == " " }.lowercased()
    guard !name.isEmpty else { return count }
    guard let unit = units[name] else { return nil }
    let (bytes, isTooMuch) = count.multipliedReportingOverflow(by: unit)
    return isTooMuch ? nil : bytes
  }
}
