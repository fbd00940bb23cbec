/// The end of what a command writes to standard error, to be quoted when it fails.
struct ErrorTail {
  private let maxCharacters: Int
  private var bytes: [UInt8] = []

  init(maxCharacters: Int) {
    self.maxCharacters = maxCharacters
  }

  /// As many bytes as the longest characters kept can have, and no fewer than a line of context.
  private var kept: Int { maxCharacters * 4 + 64 }

  mutating func append(_ piece: UnsafeRawBufferPointer) {
    bytes += piece.suffix(kept)
    // Cut seldom, so that many small pieces cost little.
    if bytes.count > 4 * kept { bytes.removeFirst(bytes.count - kept) }
  }

  /// On one line, cleaned as a row is, the last characters only; they begin with "…" if some are left out.
  var text: String {
    var tail = bytes.suffix(kept)
    let isCut = tail.count < bytes.count
    // Do not begin inside a character.
    if isCut { tail = tail.drop { $0 & 0xC0 == 0x80 } }
    let lines = tail.split { $0 == 0x0A || $0 == 0x0D }
    let words = lines.map { LineText.clean($0).trimmingSpaces }.filter { !$0.isEmpty }.joined(separator: " ")
    guard isCut || words.count > maxCharacters else { return words }
    return "…" + words.suffix(max(0, maxCharacters - 1))
  }
}

extension String {
  fileprivate var trimmingSpaces: Substring {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    var text = drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }
}
