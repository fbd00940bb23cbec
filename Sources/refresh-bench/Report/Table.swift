import Glibc

/// The table that the bench prints, a line for each scenario as it ends.
enum Table {
  static func begin() {
    print("| scenario | refreshd | beside it | ratio: median (range) | target | load CPU |")
    print("| --- | --- | --- | --- | --- | --- |")
    fflush(nil)
  }

  /// - Parameters:
  ///   - load: the generator's share of one CPU while refreshd was measured.
  static func line(
    _ scenario: String, _ measured: String, beside: String = "–", ratio: String = "–", target: String = "–",
    load: Double? = nil
  ) {
    let share = load.map { "\(Int(($0 * 100).rounded())) %" } ?? "–"
    print("| \(scenario) | \(measured) | \(beside) | \(ratio) | \(target) | \(share) |")
    fflush(nil)
  }

  /// Says what could not be measured and why; the rest goes on.
  static func missing(_ scenario: String, _ reason: Failure) {
    print("| \(scenario) | not measured: \(reason) | – | – | – | – |")
    fflush(nil)
  }
}
