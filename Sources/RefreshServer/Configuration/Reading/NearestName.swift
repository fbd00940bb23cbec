/// Finds what somebody meant who wrote a name that there is not.
enum NearestName {
  /// The known name next to a text, if one is so near that it was probably meant.
  static func find(_ text: String, in names: some Sequence<String>) -> String? {
    let wanted = folded(text)
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    let near = names.map { (name: $0, distance: distance(wanted, folded($0))) }.min {
      $0.distance < $1.distance
    }
    guard let near, near.distance <= max(1, wanted.count / 3) else { return nil }
    return near.name
  }

  /// The question that follows a complaint: "; did you mean X?", or nothing.
  static func question(_ text: String, in names: some Sequence<String>) -> String {
    find(text, in: names).map { "; did you mean \($0)?" } ?? ""
  }

  /// Case, hyphens and underlines tell no names apart.
  private static func folded(_ text: String) -> [Character] {
    text.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
  }

  /// How many letters have to be put in, left out, changed, or swapped with their neighbour.
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var before: [Int] = []
    var last = Array(0...other.count)
    for (row, letter) in one.enumerated() {
      var next = [row + 1]
      for (column, otherLetter) in other.enumerated() {
        var least = min(last[column + 1], next[column]) + 1
        least = min(least, last[column] + (letter == otherLetter ? 0 : 1))
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == otherLetter {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      before = last
      last = next
    }
    return last[other.count]
  }
}
