/// A bar that fills.
enum Bar {
  /// A bar of so many columns of which a part is full: in UTF-8 to an eighth of a column.
  static func draw(_ part: Double, columns: Int) -> (full: String, rest: String) {
    let part = min(max(part.isFinite ? part : 0, 0), 1)
    guard Terminal.isUTF8 else {
      let full = Int((part * Double(columns)).rounded())
      return (String(repeating: "#", count: full), String(repeating: ".", count: columns - full))
    }
    let eighths = Int((part * Double(columns * 8)).rounded())
    var full = String(repeating: "█", count: eighths / 8)
    var taken = eighths / 8
    if eighths % 8 > 0 {
      full.append(["▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8 - 1])
      taken += 1
    }
    return (full, String(repeating: "░", count: columns - taken))
  }
}
