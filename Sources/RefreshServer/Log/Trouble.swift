/// A trouble that may go on: it is told when it begins and when its reason changes, not each time that it shows.
struct Trouble {
  private var told: String?

  /// It has shown.
  /// - Returns: whether it is to be told.
  mutating func shows(_ reason: String) -> Bool {
    // Numbers differ from one time to the next: of bytes, of processes, of seconds.
    let kind = reason.filter { !$0.isNumber }
    defer { told = kind }
    return kind != told
  }

  /// It is over, or there was none.
  /// - Returns: whether there was one.
  @discardableResult
  mutating func isOver() -> Bool {
    defer { told = nil }
    return told != nil
  }
}
