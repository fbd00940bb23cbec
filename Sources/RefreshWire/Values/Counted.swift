/// A number of things, in words.
public enum Counted {
  /// `1 row`, `2 rows`.
  /// - Parameter plural: where it is not the word with an `s`.
  public static func words(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }
}
