/// What a person would read of HTML in a feed: its text on one line.
struct HTMLText {
  /// Which of what looks like a tag is one.
  enum Tags {
    /// What HTML knows: the text is meant for people or is HTML, nobody says which. `Vec<T>` stays as it is.
    case known
    /// Everything.
    case all
  }

  private let html: [UInt8]
  private let tags: Tags
  private var at = 0
  private var text: [UInt8] = []
  /// How many bytes are still looked at to find the ends of tags: much that begins like one and has no end must not
  /// cost more than the rest.
  private var effort: Int

  /// The text of HTML: without tags, comments, scripts and styles, with what character references stand for.
  static func text(of html: [UInt8], tags: Tags) -> String {
    var reader = HTMLText(html, tags)
    reader.read()
    return folded(reader.text)
  }

  /// The text on one line, each stretch of white space one space, none around it.
  static func folded(_ text: [UInt8]) -> String {
    var line: [UInt8] = []
    line.reserveCapacity(text.count)
    var at = 0
    while at < text.count {
      let width = spaceWidth(text, at)
      if width == 0 {
        line.append(text[at])
        at += 1
      } else {
        if let last = line.last, last != 0x20 { line.append(0x20) }
        at += width
      }
    }
    if line.last == 0x20 { line.removeLast() }
    return LineText.clean(line)
  }

  private init(_ html: [UInt8], _ tags: Tags) {
    self.html = html
    self.tags = tags
    effort = 16 * html.count
  }

  private mutating func read() {
    while at < html.count {
      switch html[at] {
      case UInt8(ascii: "<"): if !skipTag() { take() }
      case UInt8(ascii: "&"): if !takeReference() { take() }
      default: take()
      }
    }
  }

  private mutating func take() {
    text.append(html[at])
    at += 1
  }

  /// Skips a comment, a declaration, or a tag with, of scripts and styles, all they hold.
  private mutating func skipTag() -> Bool {
    if html[at...].starts(with: "<!--".utf8) {
      at = find("-->", from: at + 4).map { $0 + 3 } ?? html.count
      return true
    }
    var name = at + 1
    let isEnd = name < html.count && html[name] == UInt8(ascii: "/")
    if isEnd { name += 1 }
    let isDeclaration = !isEnd && name < html.count && html[name] == UInt8(ascii: "!")
    if isDeclaration { name += 1 }
    // No name of HTML is longer.
    let letters = html[name...].prefix(24).prefix { Self.isLetter($0) || (Self.isDigit($0) || $0 == 0x2D) }
    guard let first = letters.first, Self.isLetter(first), let end = tagEnd(from: letters.endIndex) else {
      return false
    }
    let element = String(decoding: letters, as: UTF8.self).lowercased()
    guard
      tags == .all || isDeclaration || HTMLNames.inline.contains(element) || HTMLNames.block.contains(element)
    else {
      return false
    }
    if HTMLNames.block.contains(element) { text.append(0x20) }
    at = end
    if !isEnd, element == "script" || element == "style" {
      guard let close = find("</\(element)", from: at), let end = tagEnd(from: close + 1) else {
        at = html.count
        return true
      }
      at = end
    }
    return true
  }

  /// The place after a tag's `>`, which may stand within the quotes of its attributes; `nil` if it has none.
  private mutating func tagEnd(from start: Int) -> Int? {
    var quote: UInt8?
    for place in start..<html.count {
      effort -= 1
      guard effort > 0 else { return nil }
      let byte = html[place]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return place + 1
      } else if byte == UInt8(ascii: "<") {
        return nil
      } else if (byte == 0x22 || byte == 0x27), place > start, html[place - 1] == UInt8(ascii: "=") {
        quote = byte
      }
    }
    return nil
  }

  /// The place of a word in small letters, in capitals or small.
  private func find(_ word: String, from start: Int) -> Int? {
    let wanted = Array(word.utf8)
    guard start + wanted.count <= html.count else { return nil }
    return (start...(html.count - wanted.count)).first { place in
      wanted.indices.allSatisfy { index in
        let byte = html[place + index]
        return (Self.isLetter(byte) ? byte | 0x20 : byte) == wanted[index]
      }
    }
  }

  /// Takes what a character reference stands for.
  private mutating func takeReference() -> Bool {
    let body = html[(at + 1)...].prefix(12).prefix { Self.isLetter($0) || Self.isDigit($0) || $0 == 0x23 }
    guard html.indices.contains(body.endIndex), html[body.endIndex] == UInt8(ascii: ";"),
      let scalar = HTMLNames.character(String(decoding: body, as: UTF8.self))
    else { return false }
    text += String(scalar).utf8
    at = body.endIndex + 1
    return true
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// How many bytes of white space stand here: one of ASCII, a no-break space, or a line or paragraph separator.
  private static func spaceWidth(_ text: [UInt8], _ at: Int) -> Int {
    switch text[at] {
    case 0x20, 0x09...0x0D: 1
    case 0xC2 where at + 1 < text.count && text[at + 1] == 0xA0: 2
    case 0xE2 where at + 2 < text.count && text[at + 1] == 0x80 && (0xA8...0xA9).contains(text[at + 2]): 3
    default: 0
    }
  }
}
