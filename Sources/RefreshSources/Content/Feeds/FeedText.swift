/// A text of a feed as it is collected, a bounded piece of it.
struct FeedText {
  /// How it is written.
  enum Markup {
    /// As it is read.
    case plain
    /// As HTML, or as it is read: nobody says.
    case either
    /// As HTML.
    case html
  }

  /// More than a row or a key ever holds of what is read.
  static let maxBytes = 65_536

  var markup = Markup.plain
  private var bytes: [UInt8] = []
  private var isCut = false

  init(_ markup: Markup = .plain) { self.markup = markup }

  init(_ text: String, _ markup: Markup = .plain) {
    self.markup = markup
    var text = text
    text.withUTF8 { append($0) }
  }

  mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
    let room = Self.maxBytes - bytes.count
    isCut = isCut || piece.count > room
    bytes += piece.prefix(room)
  }

  /// Sets what follows apart from what was before.
  mutating func space() {
    if bytes.count < Self.maxBytes { bytes.append(0x20) }
  }

  /// An address, a name or a date: without the space around it, and as it is read.
  var word: String {
    HTMLText.folded(Array(bytes.prefix(4_096)))
  }

  /// On one line; it ends in "…" if there was more.
  var line: String {
    var whole = bytes
    if isCut {
      // It may end inside a character.
      while let last = whole.last, last & 0xC0 == 0x80 { whole.removeLast() }
      if let last = whole.last, last >= 0xC0 { whole.removeLast() }
    }
    let text =
      switch markup {
      case .plain: HTMLText.folded(whole)
      case .either: HTMLText.text(of: whole, tags: .known)
      case .html: HTMLText.text(of: whole, tags: .all)
      }
    return isCut ? text + "…" : text
  }
}
