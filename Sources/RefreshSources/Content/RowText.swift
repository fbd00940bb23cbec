extension SourceRow {
  /// A row of text that may hold line breaks, cleaned and cut to the limits; its key likewise.
  init(content text: String, key: String? = nil, _ limits: SourceLimits) {
    self.init(
      LineText.cut(LineText.cleanLines(text), to: limits.rowBytes),
      key: key.map { LineText.cut(LineText.clean($0.utf8), to: limits.rowBytes) })
  }
}

extension LineText {
  /// The text with LF between its lines and none at its end, each line clean.
  static func cleanLines(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return clean(text.utf8) }
    var lines = Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      clean(line.last == 0x0D ? line.dropLast() : line)
    }
    while lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
