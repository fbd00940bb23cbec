extension JSONDocument {
  /// The text of a string, nil if the value is none. A surrogate without its partner becomes U+FFFD.
  package func string(_ index: Int) -> String? {
    let token = tokens[index]
    return token.kind == .string ? text(token) : nil
  }

  /// The digits of a number as they stand in the text, nil if the value is none.
  package func digits(_ index: Int) -> String? {
    let token = tokens[index]
    return token.kind == .number ? text(token) : nil
  }

  /// The name that a key gives.
  package func name(_ key: Int) -> String { text(tokens[key]) }

  /// The content of a string or key.
  func text(_ token: Token) -> String {
    let content = UnsafeRawBufferPointer(rebasing: bytes[Int(token.start)..<Int(token.end)])
    return token.flag ? Self.unescaped(content) : String(decoding: content, as: UTF8.self)
  }

  private static func unescaped(_ content: UnsafeRawBufferPointer) -> String {
    var result = String.UnicodeScalarView()
    var plain = 0
    var at = 0
    func flush(_ end: Int) {
      guard plain < end else { return }
      result.append(
        contentsOf: String(decoding: UnsafeRawBufferPointer(rebasing: content[plain..<end]), as: UTF8.self)
          .unicodeScalars)
    }
    while at < content.count {
      guard content[at] == UInt8(ascii: "\\") else {
        at += 1
        continue
      }
      flush(at)
      let (scalar, length) = escape(content, at)
      result.append(scalar)
      at += length
      plain = at
    }
    flush(at)
    return String(result)
  }

  /// The character that an escape stands for, and the escape's length; the scanner has checked its form.
  private static func escape(_ content: UnsafeRawBufferPointer, _ at: Int) -> (Unicode.Scalar, Int) {
    switch content[at + 1] {
    case UInt8(ascii: "b"): return ("\u{8}", 2)
    case UInt8(ascii: "f"): return ("\u{C}", 2)
    case UInt8(ascii: "n"): return ("\n", 2)
    case UInt8(ascii: "r"): return ("\r", 2)
    case UInt8(ascii: "t"): return ("\t", 2)
    case UInt8(ascii: "u"):
      let unit = codeUnit(content, at)
      if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
      if unit < 0xDC00, at + 11 < content.count, content[at + 6] == UInt8(ascii: "\\"),
        content[at + 7] == UInt8(ascii: "u")
      {
        let low = codeUnit(content, at + 6)
        if (0xDC00..<0xE000).contains(low),
          let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        {
          return (scalar, 12)
        }
      }
      return ("\u{FFFD}", 6)
    case let itself: return (Unicode.Scalar(itself), 2)
    }
  }

  private static func codeUnit(_ content: UnsafeRawBufferPointer, _ at: Int) -> UInt32 {
    (at + 2..<at + 6).reduce(0) { unit, digit in unit << 4 | (HexDigit.value(content[digit]) ?? 0) }
  }
}
