/// A trouble that may go on: each of its reasons is told once until it is over, not each time that it shows.
struct Trouble {
  /// How many reasons are remembered; of more, those that have not shown for longest are told again.
  static let maxReasons = 16

  /// The reasons that were told, the one that has shown last at the end.
  private var told: [String] = []

  /// It has shown.
  /// - Returns: whether it is to be told.
  mutating func shows(_ reason: String) -> Bool {
    // Numbers differ from one time to the next: of bytes, of processes, of seconds.
    let kind = reason.filter { !$0.isNumber }
    let place = told.firstIndex(of: kind)
    if let place {
      told.remove(at: place)
    } else if told.count == Self.maxReasons {
      told.removeFirst()
    }
    told.append(kind)
    return place == nil
  }

  /// It is over, or there was none.
  /// - Returns: whether there was one.
  @discardableResult
  mutating func isOver() -> Bool {
    defer { told = [] }
    return !told.isEmpty
  }
}
