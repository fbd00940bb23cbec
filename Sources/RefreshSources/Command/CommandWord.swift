/// What a command says about its run, in a line that begins with two colons.
enum CommandWord: Equatable {
  /// `::progress 40`: so much of the work is done, 0 to 1.
  case progress(Double)
  /// `::title News`: what the feed is called.
  case title(String)
  /// `::row TEXT`: a row, whatever the text begins with; how many bytes of the line are before it.
  case row(after: Int)
  /// `:: TEXT`: nothing that anybody needs to see.
  case remark

  /// Reads a line; `nil` if it is a row as it stands. A word that is not known is that, and so is one whose value
  /// cannot be read: the mistake is then seen where the rows are.
  init?(_ line: [UInt8]) {
    guard line.starts(with: Self.mark) else { return nil }
    let word = line.dropFirst(2).prefix { $0 != 0x20 && $0 != 0x09 }
    let value = line[word.endIndex...].dropFirst()
    switch String(decoding: word, as: UTF8.self) {
    case "": self = .remark
    case "row": self = .row(after: value.startIndex)
    case "title":
      guard let title = SourceTitle.clean(value) else { return nil }
      self = .title(title)
    case "progress":
      // A hostile number is not longer than this.
      guard value.count <= 40 else { return nil }
      let digits = String(decoding: value, as: UTF8.self).filter { !$0.isWhitespace }
      guard let percent = Double(digits.hasSuffix("%") ? String(digits.dropLast()) : digits), percent.isFinite
      else { return nil }
      self = .progress(min(1, max(0, percent / 100)))
    default: return nil
    }
  }

  /// What such a line begins with.
  static let mark = Array("::".utf8)
}
